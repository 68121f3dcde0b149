/**
 * The page's service worker: keeps the files of the site for when there is no network, and adds the headers that isolate
 * the page where its host sends none. A file comes from the host while that answers.
 */
interface Scope extends ServiceWorkerGlobalScope {}

declare const FILES: readonly string[];

const scope = self as unknown as Scope;
const KEPT = 'pgasc';
const ISOLATING = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

scope.oninstall = (event) => event.waitUntil(keepAll().then(() => scope.skipWaiting()));
scope.onactivate = (event) => event.waitUntil(scope.clients.claim());
scope.onfetch = (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && new URL(url).origin === scope.location.origin) event.respondWith(answer(event));
};

async function keepAll(): Promise<void> {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES as string[]);
}

async function answer(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(request, response.clone()));
    return withHeaders(response);
  } catch (error) {
    const found = await caches.match(request, { cacheName: KEPT, ignoreSearch: true });
    if (found === undefined) throw error;
    return withHeaders(found);
  }
}

/** Behind the answer, which does not fail with it: there may be no room, or the page goes away while the file comes. */
async function keep(request: Request, response: Response): Promise<void> {
  const put = caches.open(KEPT).then((kept) => kept.put(request, response));
  await put.catch(() => undefined);
}

function withHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATING)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
