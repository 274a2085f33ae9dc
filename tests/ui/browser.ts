import { Window } from 'happy-dom'

/** Browser globals that ui/lib needs; `fetch`, `Event` and timers stay those of Bun. Must be imported first. */
const window = new Window({ url: 'http://localhost/' })
const browserGlobals = {
  window,
  document: window.document,
  location: window.location,
  history: window.history,
  localStorage: window.localStorage,
  sessionStorage: window.sessionStorage,
  addEventListener: window.addEventListener.bind(window),
  matchMedia: window.matchMedia.bind(window),
}
for (const [name, value] of Object.entries(browserGlobals))
  Object.defineProperty(globalThis, name, { value, configurable: true })

type Answer = Response | Promise<Response>
export interface Call {
  method: string
  path: string
  token: string | null
  /** Idempotency key. */
  key: string | null
  body: string
}

/** Replaces the server: records every call and answers it with the given function. */
export function serve(answer: (call: Call) => Answer): Call[] {
  const calls: Call[] = []
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    const headers = new Headers(init.headers)
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? null
    const key = headers.get('idempotency-key')
    const call = { method: init.method ?? 'GET', path: pathname, token, key, body: String(init.body ?? '') }
    calls.push(call)
    return answer(call)
  }) as typeof fetch
  return calls
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

export const ana = {
  id: 7,
  companyId: 3,
  name: 'Ana',
  profile: 'admin',
  company: { id: 3, name: 'Loja', dueDate: '2026-11-30', timeZone: 'America/Sao_Paulo', settings: [], plan: {} },
}
