/** CoMD, molecular dynamics of the Exascale Co-Design Center, in its form over MPI: 4,000 atoms of copper. Files of its Makefile are copied or written. */
import { MPICH } from '../references.js';

/** As its script generate_info_header writes it; nothing but the head of the output shows these. */
const INFO = ['HOSTNAME', 'KERNEL_NAME', 'KERNEL_RELEASE', 'PROCESSOR', 'COMPILER', 'COMPILER_VERSION', 'CFLAGS', 'LDFLAGS'];
const HEADER = ['#define CoMD_VARIANT "CoMD-mpi"', ...INFO.map((name) => `#define CoMD_${name} "unknown"`), ''].join('\n');

const words = (more) => (ranks) => [...['-x', '10', '-y', '10', '-z', '10', '-N', '40'], ...['-i', '2', '-j', `${ranks / 2}`, '-k', '1'], ...more];
const run = (energy, more) => ({
  sourcesIn: ['src-mpi'],
  words: words(more),
  wants: new RegExp(`Final energy +: ${energy}[^]*Final atom count : 4000, no atoms lost`),
});

export default {
  repository: 'ECP-copa/CoMD',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  limit: 300,
  folders: [],
  flags: ['-std=c99', '-DDOUBLE', '-DDO_MPI'],
  files: { 'CoMD_info.h': HEADER },
  copies: ['pots/Cu_u6.eam', 'pots/Cu01.eam.alloy'],
  reference: MPICH,
  /** The energies are those of the reference; no atom is lost. */
  programs: {
    'Lennard-Jones': run('-1.166042086', []),
    'embedded atoms': run('-3.460532043', ['-e', '-d', '..', '-p', 'Cu_u6.eam', '-t', 'funcfl']),
    'embedded atoms, alloy': run('-3.462424655', ['-e', '-d', '..', '-p', 'Cu01.eam.alloy', '-t', 'setfl']),
  },
};
