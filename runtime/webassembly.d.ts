/** The part of the WebAssembly interface that is used; Node's types leave it out and the DOM's bring a browser along. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: boolean });
    readonly buffer: SharedArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
    static imports(
      module: Module,
    ): readonly { readonly module: string; readonly name: string; readonly kind: string }[];
  }
  function validate(bytes: Uint8Array): boolean;
  class RuntimeError extends Error {}
  interface Table {
    readonly length: number;
    get(index: number): unknown;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, object>);
    readonly exports: Record<string, unknown>;
  }
}
