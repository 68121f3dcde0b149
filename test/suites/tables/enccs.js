/** The solutions of the exercises of ENCCS' course "Intermediate MPI": communicators, datatypes, collectives, one-sided access, MPI with threads. */
import { THREADED } from '../reasons.js';
import { MPICH } from '../references.js';

const DAYS = {
  'day-1': ['00_comms-groups-create', '01_comms-groups-divide-evenly', '02_compute-pi', '03_basic-extent-size', '04_struct-extent-size', '05_pokemon-pack-unpack', '06_pokemon-pack-unpack-size', '07_pokemon-type-create-struct', '08_broadcast', '09_integrate-pi'],
  'day-2': ['00_scatter-and-gather', '01_allgather', '02_alltoall', '03_scatterv-and-gatherv', '04_deadlock', '05_overlap'],
  'day-3': ['00_ireduce', '00_rma', '01_rma-vs-nonblocking', '02_rma-win-allocate', '03_rma-put', '04_rma-accumulate'],
  'day-4': ['00_threading-query', '01_threading-funneled', '02_threading-multiple', '03_rma-fence', '04_rma-pscw', '05_rma-lock-unlock', '06_rma-pi-pscw', '07_rma-pi-lock-unlock', '10_integrate-pi'],
};
/** Those of day 2 to 4 that are about two ranks say so of any other number, and end with a status other than 0. */
const TWO = ['non-blocking-communication-deadlock', 'non-blocking-communication-overlap-solution', 'non-blocking-communication-ireduce', 'rma', 'rma-vs-nonblocking', 'rma-win-allocate', 'rma-put', 'threading-funneled'];

export default {
  repository: 'ENCCS/intermediate-mpi',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  limit: 300,
  folders: Object.entries(DAYS).flatMap(([day, exercises]) => exercises.map((exercise) => `content/code/${day}/${exercise}/solution`)),
  flags: ['-std=gnu99'],
  reference: MPICH,
  programs: {
    ...Object.fromEntries(TWO.map((name) => [name, { ranks: 2 }])),
    'pi-monte-carlo': { words: ['0.01'] },
    'pi-integration': { words: ['100000'] },
    'content/code/day-4/10_integrate-pi/solution/pi-integration.c': { words: ['100000'] },
    'rma-pi-pscw': { words: ['1000'] },
    'rma-pi-lock-unlock': { words: ['1000'] },
    'threading-query': { excluded: THREADED },
    'threading-multiple': { excluded: THREADED },
  },
};
