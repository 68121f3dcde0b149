/** The version of the runtime: that of the package. */
export const VERSION = '0.1.0';
