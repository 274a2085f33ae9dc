/**
 * Receiver in a process of its own that answers the requests of an attack as the product did, without the product's
 * work: it reads as many bytes, waits as long and sends as many. The cost for another company is the load generator's
 * and the machine's part. `POST /record` passes requests on to the product and keeps the answers; after `POST /replay`
 * the answers to equal requests are repeated in their order.
 */
const [product] = process.argv.slice(2) as [string]

interface Answer {
  status: number
  contentType: string
  body: ArrayBuffer
  /** Time of the product from the request to the end of its answer, in ms. */
  ms: number
}
const recorded = new Map<string, Answer[]>()
let isRecording = false

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: 2 ** 30,
  idleTimeout: 0,
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/record') recorded.clear()
    if (pathname === '/record' || pathname === '/replay') {
      isRecording = pathname === '/record'
      return new Response()
    }
    const path = pathname + search
    const key = `${request.method} ${path}`
    const answer = isRecording ? await record(request, path, key) : await replay(request, key)
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.contentType } })
  },
})
process.stdout.write(`${server.url.origin}\n`)

async function record(request: Request, path: string, key: string): Promise<Answer> {
  const headers = new Headers(request.headers)
  for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name)
  const { method } = request
  const body = request.body ? await request.arrayBuffer() : undefined
  const from = performance.now()
  const given = await fetch(product + path, { method, headers, body })
  const content = await given.arrayBuffer()
  const contentType = given.headers.get('content-type') ?? ''
  const answer = { status: given.status, contentType, body: content, ms: performance.now() - from }
  recorded.set(key, [...(recorded.get(key) ?? []), answer])
  return answer
}

async function replay(request: Request, key: string): Promise<Answer> {
  const answers = recorded.get(key)
  const answer = answers?.shift()
  if (!answers || !answer) throw new Error(`${key} was not recorded`)
  answers.push(answer)
  const from = performance.now()
  const size = Number(request.headers.get('content-length') ?? 0)
  const waitUntil = async (share: number) => {
    const left = from + answer.ms * share - performance.now()
    if (left > 1) await Bun.sleep(left)
  }
  let received = 0
  for await (const { byteLength } of request.body ?? []) {
    received += byteLength
    if (size > 0) await waitUntil(received / size)
  }
  await waitUntil(1)
  return answer
}

// Makes this file a module; otherwise its names are those of every other script too.
export {}
