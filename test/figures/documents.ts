/** The documents whose figures are run. */
import type { DocumentName } from './figure.ts';

export const DOCUMENTS: Readonly<Record<DocumentName, { readonly title: string; readonly source: string }>> = {
  armci: {
    title: 'ARMCI over PAMI on Blue Gene/Q',
    source: 'A. Vishnu and others, Building Scalable PGAS Communication Subsystem on Blue Gene/Q, 2013',
  },
  openshmem: {
    title: 'OpenSHMEM over PAMI on Power 775',
    source:
      'A. Benner and T.-Y. Jea, IBM OpenSHMEM Implementation over the Parallel Active Messaging Interface, OpenSHMEM 2014',
  },
  overlap: {
    title: 'NAS FT with one-sided communication and overlap, five clusters',
    source:
      'C. Bell, D. Bonachea, R. Nishtala, K. Yelick, Optimizing Bandwidth Limited Problems Using One-Sided Communication and Overlap, IPDPS 2006',
  },
  sfi: {
    title: 'SFI for PGAS',
    source: 'M. Luo and others, Early Evaluation of Scalable Fabric Interface for PGAS Programming Models, PGAS 2014',
  },
};
