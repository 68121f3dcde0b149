/** The editor: CodeMirror with the language, the marks of diagnostics with their fixes, and the page's colours. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Action, type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Place, PublishedDiagnostic, PublishedFix } from '../../../compiler/diagnostics/published.ts';
import { COLOURS } from '../../shown/colours.ts';
import { upc } from '../../shown/upc.ts';

const SEVERITIES = { 1: 'error', 2: 'warning', 3: 'info' } as const;

export interface EditorEvents {
  edited(text: string): void;
  /** The cursor, to a line from 0. */
  moved(line: number): void;
}

export class Editor {
  private readonly view: EditorView;

  constructor(
    parent: HTMLElement,
    private readonly events: EditorEvents,
  ) {
    this.view = new EditorView({ parent, state: this.stateOf('') });
  }

  /** Another file, with a history of its own. */
  show(text: string): void {
    this.view.setState(this.stateOf(text));
  }

  focus(): void {
    this.view.focus();
  }

  mark(diagnostics: readonly PublishedDiagnostic[]): void {
    const { state } = this.view;
    const marks = diagnostics.map((each) => this.markOf(each, state.doc));
    this.view.dispatch(setDiagnostics(state, marks));
  }

  goTo(place: Place): void {
    const anchor = offsetOf(this.view.state.doc, place);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    this.view.focus();
  }

  /** Where a fix changes this file. */
  apply(fix: PublishedFix): void {
    const { doc } = this.view.state;
    const changes = Object.values(fix.edit.changes)
      .flat()
      .map(({ range, newText }) => ({
        from: offsetOf(doc, range.start),
        to: offsetOf(doc, range.end),
        insert: newText,
      }));
    this.view.dispatch({ changes });
  }

  private markOf(diagnostic: PublishedDiagnostic, doc: Text): Diagnostic {
    const from = offsetOf(doc, diagnostic.range.start);
    const to = Math.max(offsetOf(doc, diagnostic.range.end), Math.min(from + 1, doc.length));
    const actions: Action[] = diagnostic.fixes.map((fix) => ({ name: fix.title, apply: () => this.apply(fix) }));
    return { from, to, severity: SEVERITIES[diagnostic.severity], message: diagnostic.message, actions };
  }

  private stateOf(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        lintGutter(),
        upc,
        syntaxHighlighting(COLOURS),
        indentUnit.of('  '),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': LABEL, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) this.events.edited(state.doc.toString());
          if (selectionSet) this.events.moved(state.doc.lineAt(state.selection.main.head).number - 1);
        }),
      ],
    });
  }
}

const LABEL = 'Program text. Tab indents; Escape, then Tab leaves the editor';

function offsetOf(doc: Text, { line, character }: Place): number {
  if (line >= doc.lines) return doc.length;
  const { from, length } = doc.line(line + 1);
  return from + Math.min(character, length);
}
