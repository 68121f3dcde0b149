/**
 * Programs whose processor time is measured: the source in the repository, flags of the compiler, arguments for so many threads, and how many times
 * as much there is to do, for so many threads, as with two.
 */
const always = (...words) => () => words;
const same = () => 1;
/** Each thread does as much, whatever their number. */
const alike = (threads) => threads / 2;
/** Each thread has something to do with each other. */
const pairs = (threads) => (threads / 2) ** 2;

const ft = (kind, method) => ['samples/applications/ft/ft.upc', [`-DCLASS=${kind}`, `-DMETHOD=${method}`], always(), same];
const kernel = (name, words) => [`samples/kernels/${name}.upc`, [], words, same];
const coarray = (name, ...words) => [`samples/coarray/${name}.upc`, [], always(...words), same];
const conduit = (name, work) => [`test/conduits/programs/${name}`, [], always(), work];

export const PROGRAMS = [
  ft('A', 'EXCHANGE'),
  ft('A', 'SLABS'),
  ft('A', 'PENCILS'),
  ['samples/coarray/ft.upc', ['-DCLASS=W'], always(), same],
  kernel('gups', always('20')),
  kernel('pi', always('500000000')),
  kernel('stencil', always('1024', '800')),
  kernel('stream', (threads) => [String(2e6 / threads), '200']),
  kernel('transpose', (threads) => [String(1024 / threads), '100']),
  coarray('heat', '4000'),
  coarray('queue'),
  ['samples/applications/scf/scf.upc', [], always('3'), same],
  conduit('am.c', pairs),
  conduit('barrier.c', alike),
  conduit('coll.c', pairs),
  conduit('core3.c', pairs),
  conduit('flood.c', pairs),
  conduit('hsl.c', alike),
  conduit('sync.c', alike),
  conduit('upc.upc', alike),
];
