/** GA's tests of ARMCI. */
import { CONFIG_H } from '../configured.js';
import { INTERNALS, PART, PROCESSES } from '../reasons.js';
import { ARMCI } from '../references.js';

const PORTALS = { excluded: `${INTERNALS}: Portals` };
const MEMORY = { excluded: `${INTERNALS}: System V memory` };

export default {
  repository: 'GlobalArrays/ga, armci/testing',
  folders: ['armci/testing'],
  flags: ['-DHAVE_CONFIG_H=1'],
  reference: { ...ARMCI, parts: ['init', 'finalize'].map((part) => `armci/testing/rpl_armci_msg_${part}.c`) },
  files: { 'config.h': CONFIG_H },
  refuses: /\bfail(ed|ure)\b/i,
  programs: {
    rpl_armci_msg_finalize: { excluded: PART },
    rpl_armci_msg_init: { excluded: PART },
    clone: PORTALS,
    origptl: PORTALS,
    ptltest: PORTALS,
    te: PORTALS,
    fork: { excluded: PROCESSES },
    ipctest: MEMORY,
    shmclean: MEMORY,
    shmtest: MEMORY,
    fttest: { excluded: `${INTERNALS}: checkpoints, in no header` },
    gpctest: { excluded: `${INTERNALS}: gpc.h` },
    test_mt: { excluded: `${INTERNALS}: utils.h` },
    testitr: { excluded: `${INTERNALS}: its iterator` },
  },
};
