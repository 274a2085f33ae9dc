import { origin, trusting } from './transfer'

/**
 * Limit of one download by Baileys, in bytes: a part of the app state (contacts, names, read marks), which Baileys holds
 * in memory whole. A phone with 50,000 contacts has about 15 MB. Histories and media are downloaded by other code.
 */
const maxDownload = 32 * 1024 * 1024

let authority: string | null = null
let isGuarding = false

/**
 * Bounds Baileys' downloads, and lets its transfers trust one more authority, if one is given (`BALCAO_WHATSAPP_CA`).
 * Baileys calls the global `fetch` without a limit and without TLS options, and has no option for either, so `fetch` is
 * wrapped; requests without WhatsApp's Origin are passed on unchanged.
 */
export function guardBaileysTransfers(ca: string | null) {
  if (ca) authority = ca // only the last one, because TLS cannot distinguish two authorities of one name
  if (isGuarding) return
  isGuarding = true
  const plain = globalThis.fetch
  const wrapper = async (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) => {
    if (new Headers(init?.headers).get('origin') !== origin) return plain(input, init)
    const response = await plain(input, { ...init, ...(await trusting(authority)) })
    return init && isDownload(init) ? bounded(response) : response
  }
  globalThis.fetch = Object.assign(wrapper, plain)
}

/** True for a download by Baileys, which names its `dispatcher`, an option that Bun ignores; media have other limits. */
const isDownload = (init: object) => 'dispatcher' in init && 'method' in init && init.method === 'GET'

/**
 * The response with at most `maxDownload` bytes. A longer one ends early instead of failing, because Baileys listens for
 * no error of this stream; the cut content then fails to decrypt, and Baileys reports a failed synchronisation.
 */
function bounded({ body, status, headers }: Response): Response {
  if (Number(headers.get('content-length') ?? 0) > maxDownload) {
    void body?.cancel()
    return new Response(null, { status: 413 })
  }
  let size = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxDownload) controller.terminate()
      else controller.enqueue(chunk)
    },
  })
  return new Response(body?.pipeThrough(counter) ?? null, { status, headers })
}
