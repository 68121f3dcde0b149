/** The page of the playground: what it shows follows the program, and what a person does changes it. */
import type { Checked } from '../../../compiler/check.ts';
import type { Place, PublishedFile } from '../../../compiler/diagnostics/published.ts';
import type { SharedArray } from '../../../compiler/sharedarray.ts';
import type { Contents } from '../../../runtime/platform/browser/tree.ts';
import type { Sample } from '../../samples.ts';
import { programIn } from '../../shown/link.ts';
import { type Program, USUAL } from '../../shown/program.ts';
import type { Offered, OfferedMachine } from '../catalogue.ts';
import { asides, setAside, takeBack } from './aside.ts';
import { Compiled } from './compiled.ts';
import { Compiler } from './compiler.ts';
import { element, setDisabled } from './dom.ts';
import { Editor } from './editor.ts';
import { Files } from './files.ts';
import { asNotes } from './fixed-threads.ts';
import { isolated, keepFiles } from './isolation.ts';
import { keep, kept } from './kept.ts';
import { listenToKeys } from './keys.ts';
import { Layout } from './layout.ts';
import { Lessons } from './lessons.ts';
import { MATRIX_FILE, showMatrix } from './matrix.ts';
import { Output } from './output.ts';
import { Problems } from './problems.ts';
import { Runner, type Seen } from './runner.ts';
import { SampleList } from './sample-list.ts';
import { SettingsFields } from './settings.ts';
import { share } from './sharing.ts';
import { Sources } from './sources.ts';
import { Tabs } from './tabs.ts';
import { followTheme } from './theme.ts';
import { Timeline } from './timeline.ts';
import { readTrace, TRACE_FILE } from './trace.ts';

interface Ran {
  readonly files: Readonly<Record<string, string>>;
  readonly arrays: readonly SharedArray[];
  readonly threads: number;
}

const FIRST_SAMPLE = 'tutorial/01-hello';

let files: Readonly<Record<string, string>> = {};
let shown = '';
let opened: Promise<void>;
let found: readonly PublishedFile[] = [];
let offered: Offered = { samples: [], lessons: [], machines: [] };
let samples: SampleList | undefined;
/** The program, where the person has changed it by hand. */
let own: Program | undefined;
/** What the last run began with, and the last one that is drawn as recorded. */
let ran: Ran = { files, arrays: [], threads: 1 };
let recorded: Ran | undefined;

const output = new Output(goTo);
const contents = new Files();
const settings = new SettingsFields(() => {
  keepShown();
  showLayout();
});
const editor = new Editor(element('editor'), {
  edited(text) {
    files = { ...files, [shown]: text };
    changed();
    compiler.edit(files);
  },
  moved: (line) => compiled.light({ source: shown, line }),
});
const compiled = new Compiled({
  chosen: ({ source, line }) => goTo(source, { line, character: 0 }),
  optimized: () => compiler.compile(files, { network: 'smp', optimize: 2, ir: true }),
});
const problems = new Problems({
  goTo: (file, { range }) => goTo(file, range.start),
  fix: (file, fix) => {
    show(file);
    editor.apply(fix);
  },
});
const compiler = new Compiler({
  failed: ({ message }) => showState(message, false),
  calm: () => runner.calm(),
  checked: showFound,
  compiled(compilation) {
    showFound(compilation);
    compiled.take(compilation);
  },
});
const timeline = new Timeline();
const layout = new Layout((place) => {
  const [name = '', line] = place.split(':');
  goTo(name, { line: Number(line) - 1, character: 0 });
});
const lessons = new Lessons(async (fragment) => {
  const program = await programIn(fragment);
  if (program === undefined) return;
  openChosen(program, 'The program of the lesson. Ctrl+Enter runs it.');
  editor.focus();
});
const sources = new Sources({
  show,
  add(name) {
    open({ ...program(), files: { ...files, [name]: files[name] ?? '' } }, name);
    changed();
  },
  remove(name) {
    const { [name]: _, ...rest } = files;
    open({ ...program(), files: rest });
    changed();
  },
});
const panels = new Tabs(element('panels'), showPanel);
const runner = new Runner(compiler, {
  state(text, isBusy) {
    if (!isBusy) {
      layout.followed();
      output.ended();
    }
    output.after(() => showState(text, isBusy));
  },
  compiled({ messages, code, arrays = [] }) {
    ran = { ...ran, arrays };
    output.note(code === undefined ? messages : '');
  },
  output: (descriptor, bytes, runs) => output.write(descriptor, bytes, runs),
  note: (text) => output.note(text),
  slowed(turns) {
    recorded = ran; // its accesses come by and by
    layout.follow(turns, ran.arrays, ran.threads);
  },
  shown: (lines) => layout.happened(lines),
  files(given) {
    contents.replace(given);
    showRecord(given);
  },
});

/** What has been recorded, where something has; until the program is another, or runs on more or fewer threads. */
function showRecord(given: Contents): void {
  const text = (name: string) => new TextDecoder().decode(given[name]);
  if (MATRIX_FILE in given) showMatrix(text(MATRIX_FILE));
  const trace = TRACE_FILE in given ? readTrace(text(TRACE_FILE)) : undefined;
  if (trace === undefined) return;
  timeline.take(trace);
  if (recorded !== ran) layout.record(trace, ran.arrays, ran.threads);
  recorded = ran;
}

/** `arrays`: what the text declares, where that has been found out anew. */
function showLayout(arrays?: readonly SharedArray[]): void {
  const { threads } = settings.values;
  if (recorded?.files === files && recorded.threads === threads) return;
  recorded = undefined;
  layout.take(arrays, threads);
}

function showFound({ diagnostics, arrays }: Checked): void {
  found = asNotes(diagnostics);
  problems.show(found);
  mark();
  showLayout(arrays);
}

/** Shows a program, at one of its files; it runs when the person says so. */
function open(program: Program, at = Object.keys(program.files)[0]!): void {
  files = program.files;
  settings.show(program);
  sources.offer(Object.keys(files));
  show(at);
  opened = compiler.open(files);
}

/** Another in place of the person's own, which is set aside: the list of samples has it. */
function openOther(other: Program, notice: string): void {
  const before = own;
  if (before !== undefined) setOwnAside(before);
  open(other);
  if (!runner.isBusy) forget();
  say(before === undefined ? notice : `${notice} ${SET_ASIDE}`);
}

/** What is to be seen of a run is of the program before. */
function forget(): void {
  output.begin(settings.values.threads);
  showMatrix(undefined);
  timeline.take(undefined);
  recorded = undefined;
  layout.take([], settings.values.threads);
  showState('Ready', false);
}

const SET_ASIDE = 'Your program is kept: it is in the list of samples, under “Your programs”.';

function setOwnAside(before: Program): void {
  setAside(before);
  keep({ program: before, isOwn: false });
  own = undefined;
  samples?.offerOwn(asides());
}

/** One that was set aside is the person's own again. */
function openOwn(time: number): void {
  const chosen = takeBack(time);
  samples?.offerOwn(asides());
  if (chosen === undefined) return;
  openChosen(chosen, 'Your program.');
  changed();
}

/** What the person chooses here is there the next time, in place of what a link has. */
function openChosen(chosen: Program, notice: string): void {
  history.replaceState(null, '', location.pathname);
  openOther(chosen, notice);
  keepShown();
}

/** By hand. */
function changed(): void {
  own = program();
  keepShown();
}

/** What is shown is there the next time. */
function keepShown(): void {
  const shown = program();
  if (own !== undefined) own = shown;
  keep({ program: shown, isOwn: own !== undefined });
}

function show(name: string): void {
  sources.select(name);
  shown = name;
  editor.show(files[name] ?? '');
  mark();
}

/** Headers of the library have no text here. */
function goTo(name: string, place: Place): void {
  if (!(name in files)) return;
  if (name !== shown) show(name);
  editor.goTo(place);
}

function mark(): void {
  editor.mark(found.find(({ uri }) => uri === shown)?.diagnostics ?? []);
}

function showPanel(value: string): void {
  panels.select(value);
  element(`tab-${value}`).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  for (const panel of document.querySelectorAll<HTMLElement>('.panel')) panel.hidden = panel.id !== `panel-${value}`;
  void compiled.draw();
  timeline.draw();
  layout.draw();
  lessons.draw();
}

function showState(text: string, isBusy: boolean): void {
  element('state').textContent = text;
  element('state').classList.toggle('busy', isBusy);
  for (const id of ['stop', 'end-input']) setDisabled(id, !runner.isRunning);
  setDisabled('run', isBusy);
  const input = element<HTMLInputElement>('input');
  if (!runner.isRunning && document.activeElement === input) element('output').focus();
  input.disabled = !runner.isRunning;
}

const program = (): Program => ({ files, ...settings.values });

function say(text: string): void {
  element('notice').textContent = text;
  element('notice').hidden = text === '';
}

function run(panel = 'output', seen: Seen = settings.isRecorded ? 'record' : 'output'): void {
  if (runner.isBusy) return;
  settings.correct();
  output.begin(settings.values.threads);
  showMatrix(undefined);
  timeline.take(undefined);
  showPanel(panel);
  element(`panel-${panel}`).scrollIntoView({ block: 'nearest' });
  say('');
  ran = { files, arrays: [], threads: settings.values.threads };
  void runner.run(program(), machine(), seen, contents.contents);
}

const machine = (): OfferedMachine | undefined => offered.machines.find(({ name }) => name === settings.values.place);

function listen(): void {
  element('run').onclick = () => run();
  for (const id of ['replay-record', 'replay-again'])
    element(id).onclick = () => run('layout', crossOriginIsolated ? 'accesses' : 'record');
  element('stop').onclick = () => runner.stop();
  element('link').onclick = async () => say(await share(program()));
  element('input-form').onsubmit = (event) => {
    event.preventDefault();
    const line = element<HTMLInputElement>('input');
    output.note(`${line.value}\n`);
    runner.input(`${line.value}\n`);
    line.value = '';
  };
  element('end-input').onclick = () => runner.input(undefined);
  listenToKeys({ run: () => run(), stop: () => runner.stop(), endInput: () => runner.input(undefined) });
  window.onhashchange = () => void fromLink();
}

async function fromLink(): Promise<boolean> {
  const linked = await programIn(location.hash);
  if (linked !== undefined) {
    openOther(linked, 'This program came with the link. It runs when you say so.');
  } else if (location.hash !== '') say('There is no program in this link that could be read.');
  return linked !== undefined;
}

function openSample({ files: texts, line }: Sample): void {
  openChosen({ ...USUAL, files: texts }, line);
}

async function begin(): Promise<void> {
  followTheme();
  listen();
  offered = await (await fetch('offered.json')).json();
  samples = new SampleList(offered.samples, { sample: openSample, own: openOwn });
  samples.offerOwn(asides());
  lessons.offer(offered.lessons);
  settings.offer(offered.machines);
  const refusal = await isolated();
  if (refusal !== undefined) {
    settings.simulateOnly();
    layout.replayOnly();
  }
  const first = offered.samples.find(({ name }) => name === FIRST_SAMPLE)!;
  const last = kept();
  own = last?.isOwn ? last.program : undefined;
  if (!(await fromLink())) open(last?.program ?? { ...USUAL, files: first.files });
  if (refusal !== undefined) say(refusal);
  await opened;
  await keepFiles();
}

void begin();
