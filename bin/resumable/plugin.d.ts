import type { BuildOptions } from 'esbuild';

export declare function simulatedRuntime(root: string, network: string, inject?: string): Promise<BuildOptions>;
export declare function resumableSources(
  root: string,
): Promise<Readonly<Record<'plain' | 'counted', Readonly<Record<string, string>>>>>;
