/**
 * The interfaces of the web that the platform uses, as a worker finds them: types alone, for compilations that have Node's.
 */
export interface WebWorker {
  postMessage(message: unknown, given?: readonly Port[]): void;
  terminate(): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault(): void }) => void) | null;
}

/** One end of a channel: what is sent at the other comes here. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

export interface WorkerScope {
  Worker: new (url: string) => WebWorker;
  MessageChannel: new () => { readonly port1: Port; readonly port2: Port };
  postMessage(message: unknown, given?: readonly Port[]): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onmessageerror: ((event: unknown) => void) | null;
  onunhandledrejection: ((event: { readonly reason: unknown; preventDefault(): void }) => void) | null;
  importScripts(url: string): void;
  close(): void;
  readonly location: { readonly href: string };
  readonly navigator: { readonly hardwareConcurrency: number; readonly userAgent: string };
  readonly crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
  readonly crossOriginIsolated: boolean;
}

/** The worker that this runs in. */
export const scope = globalThis as unknown as WorkerScope;

interface ObjectUrls {
  createObjectURL(blob: Blob): string;
  revokeObjectURL(url: string): void;
}

/** A URL for a script's text; it is there as long as the page is, or until it is given back. */
export const urlOf = (...texts: string[]): string =>
  (URL as unknown as ObjectUrls).createObjectURL(new Blob(texts, { type: 'text/javascript' }));
export const giveBack = (url: string): void => (URL as unknown as ObjectUrls).revokeObjectURL(url);
