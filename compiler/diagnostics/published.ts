/** Diagnostics as the Language Server Protocol publishes them (3.17, PublishDiagnosticsParams), with fixes beside them. */

/** Both count from 0; characters are UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Place;
  readonly end: Place;
}

/** A change that mends what was reported, as a WorkspaceEdit. */
export interface PublishedFix {
  readonly title: string;
  readonly edit: { readonly changes: Readonly<Record<string, readonly { range: Range; newText: string }[]>> };
}

export interface PublishedDiagnostic {
  readonly range: Range;
  /** 1 error, 2 warning, 3 information. */
  readonly severity: 1 | 2 | 3;
  /** Of the catalogue, as `pgasc --explain` takes it; of a warning as well `-WNAME`'s name. */
  readonly code: string;
  readonly source: 'pgasc';
  readonly message: string;
  readonly relatedInformation: readonly { location: { uri: string; range: Range }; message: string }[];
  readonly fixes: readonly PublishedFix[];
  /** NAME of -WNAME. */
  readonly warning?: string;
}

export interface PublishedFile {
  readonly uri: string;
  readonly diagnostics: readonly PublishedDiagnostic[];
}
