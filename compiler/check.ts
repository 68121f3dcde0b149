/**
 * Checks texts as they are written: the frontend alone, without lowering, link and emission.
 *
 * Takes: the texts, again and again. Gives: diagnostics, and the shared arrays where there are no errors. One idea: all that a
 * unit's diagnostics depend on is the texts that it has read, those that were not there included; while these are the
 * same, it is not parsed again.
 */
import type { CompileOptions } from './api.ts';
import { compilerOptions, hostOf, type Installation, placeText, unitsAmong } from './compile.ts';
import { type Diagnostic, DiagnosticBag } from './diagnostics/diagnostic.ts';
import { publish } from './diagnostics/publish.ts';
import type { PublishedFile } from './diagnostics/published.ts';
import { arraysOf } from './frontends/c/arrays.ts';
import { understandUnit } from './frontends/c/frontend.ts';
import type { CompilerOptions, FileHost } from './options.ts';
import type { SharedArray } from './sharedarray.ts';
import { sourceFile } from './source/source.ts';

export type CheckOptions = Pick<CompileOptions, 'network' | 'warnings' | 'language'>;

/** The outcome of a check. */
export interface Checked {
  readonly diagnostics: readonly PublishedFile[];
  /** Undefined where there are errors. */
  readonly arrays?: readonly SharedArray[];
}

/** The outcome for a unit. */
interface CheckedUnit {
  /** The text at each path that was asked for. */
  readonly read: ReadonlyMap<string, string | undefined>;
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined where there are errors. */
  readonly arrays: readonly SharedArray[] | undefined;
}

export class Checker {
  private readonly options: CompilerOptions;
  /** By name, of the texts before. */
  private units: ReadonlyMap<string, CheckedUnit> = new Map();

  constructor(
    private readonly installation: Installation,
    options: CheckOptions,
  ) {
    this.options = compilerOptions(installation, options);
  }

  check(texts: Readonly<Record<string, string>>): Checked {
    const names = unitsAmong(texts);
    const host = hostOf(texts, this.installation.headers, undefined);
    this.units = new Map(names.map((name) => [name, this.unit(name, host)]));
    const units = [...this.units.values()];
    const bag = new DiagnosticBag();
    for (const { diagnostics } of units) bag.all.push(...diagnostics);
    const isSound = units.every(({ arrays }) => arrays !== undefined);
    const found = units.flatMap(({ arrays }) => arrays ?? []);
    // One that a header defines is in each unit that includes it.
    const arrays = [...new Map(found.map((each) => [placeText(each.at), each])).values()];
    return { diagnostics: publish(bag, this.options, names, (name) => name), ...(isSound && { arrays }) };
  }

  private unit(name: string, host: FileHost): CheckedUnit {
    const before = this.units.get(name);
    const isSame = before && [...before.read].every(([path, text]) => host.read(path) === text);
    return isSame ? before : checkUnit(name, this.options, host);
  }
}

function checkUnit(name: string, options: CompilerOptions, host: FileHost): CheckedUnit {
  const read = new Map<string, string | undefined>();
  const reading: FileHost = {
    ...host,
    read(path) {
      const text = host.read(path);
      read.set(path, text);
      return text;
    },
  };
  const bag = new DiagnosticBag();
  const understood = understandUnit(sourceFile(name, reading.read(name)!), options, reading, bag);
  const isSound = understood !== undefined && !bag.hasErrors;
  return { read, diagnostics: bag.all, arrays: isSound ? arraysOf(understood.facts) : undefined };
}
