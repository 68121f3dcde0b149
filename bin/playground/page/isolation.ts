/**
 * Cross-origin isolation: threads share memory only in a page that has it. Where the host's headers do not give it, the
 * service worker adds them, for which the page is loaded once more; the same worker keeps the files for when there is
 * no network.
 */
const RELOADED = 'pgasc.reloaded';

/** What to say where threads cannot be had; undefined where they can. */
export async function isolated(): Promise<string | undefined> {
  if (crossOriginIsolated) {
    sessionStorage.removeItem(RELOADED);
    return undefined;
  }
  if (!('serviceWorker' in navigator) || sessionStorage.getItem(RELOADED) !== null) return WITHOUT;
  try {
    await keepFiles();
    await navigator.serviceWorker.ready;
  } catch {
    return WITHOUT;
  }
  sessionStorage.setItem(RELOADED, 'yes');
  // Chromium keeps this page, and shows it again at the next reload.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.reload();
  return WITHOUT;
}

const WITHOUT =
  'This page is not cross-origin isolated: its host sends no COOP and COEP headers, and a service worker could not add ' +
  'them. Threads are simulated, on one core.';

export async function keepFiles(): Promise<void> {
  await navigator.serviceWorker?.register('service-worker.js');
}
