/** An instance that starts when it is first asked for something: what a module of functions exports. */
import type { ArrayType, Instance, Result, TypedArray } from './api.ts';

export class LazyInstance implements Instance {
  private started: Promise<Instance> | undefined;
  private isClosed = false;

  constructor(
    private readonly name: string,
    private readonly begin: () => Promise<Instance>,
  ) {}

  async call(name: string, ...values: []): Promise<Result> {
    return (await this.instance()).call(name, ...values);
  }

  async callAll(name: string, ...values: []): Promise<Result[]> {
    return (await this.instance()).callAll(name, ...values);
  }

  async array<A extends TypedArray>(type: ArrayType<A>, length: number): Promise<A> {
    return (await this.instance()).array(type, length);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await (await this.started)?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private instance(): Promise<Instance> {
    if (this.isClosed) return Promise.reject(new Error(`${this.name}: the instance is closed`));
    this.started ??= this.begin();
    return this.started;
  }
}
