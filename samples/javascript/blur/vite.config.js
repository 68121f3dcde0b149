import pgasc from 'pgasc/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [pgasc()], // -O2: WebAssembly with vector instructions; as many threads as there are cores
  build: { target: 'es2022' },
});
