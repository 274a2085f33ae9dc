import { looking } from './looking'
import { phones } from './phones'
import type { Handlers, Room } from './room'
import type { ControlName } from './shapes'
import { talking } from './talking'
import { TimedOut, Unknown } from './waiting'

/** Answers `/control/*`; undefined for every other path. */
export function controlRoutes(room: Room): (request: Request) => Promise<Response> | undefined {
  const handlers: Handlers = { ...phones(room), ...talking(room), ...looking(room) }
  return (request) => {
    const [, root, name = '', ...rest] = new URL(request.url).pathname.split('/')
    if (root !== 'control') return undefined
    return answer(room, handlers, request, name, rest).catch(refusal)
  }
}

async function answer(room: Room, handlers: Handlers, request: Request, name: string, rest: string[]) {
  if (request.method === 'GET' && name === 'media') return media(room, rest)
  if (request.method === 'GET' && name === 'picture') return picture(room, rest)
  if (request.method !== 'POST' || !Object.hasOwn(handlers, name)) throw new Unknown(`no call POST ${name}`)
  refuseStrangers(request)
  const input: unknown = JSON.parse((await request.text()) || '{}')
  const handler = handlers[name as ControlName] as (input: unknown) => unknown
  return Response.json(await handler(input))
}

/** Other sites' pages can neither set this content type nor hide where they come from. */
function refuseStrangers({ headers }: Request) {
  const origin = headers.get('origin')
  const plain = !headers.get('content-type')?.startsWith('application/json')
  if (plain || (origin && URL.parse(origin)?.host !== headers.get('host')))
    throw new Error('only JSON, and only from here')
}

async function media(room: Room, [number = '', id = '']: string[]) {
  const name = decodeURIComponent(id)
  const here = room.threads.media(number, room.phone(number).inbox, name)
  const found = here ?? (await room.options.pastMedia?.(number, name))
  if (!found) throw new Unknown(`no file ${id}`)
  return file(found.bytes, found.mimetype)
}

function picture(room: Room, [number = '']: string[]) {
  const found = room.customer(number).picture
  if (!found) throw new Unknown(`no picture of ${number}`)
  return file(found, 'image/png')
}

const file = (bytes: Uint8Array, type = 'application/octet-stream') =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      // A document that a visitor sent must not run as a page of this address.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })

function refusal(error: unknown): Response {
  const status = error instanceof TimedOut ? 408 : error instanceof Unknown ? 404 : 400
  const text = error instanceof Error ? error.message : String(error)
  return Response.json({ error: text }, { status })
}
