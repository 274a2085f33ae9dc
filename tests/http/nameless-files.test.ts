import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { revealToken } from '../../src/features/connections/token'
import { png } from '../sample-files'
import type { actors, Ids } from './access/actors'
import { populated } from './access/installation'

const boundary = 'no-name-at-all'

/** A form as browsers send it whose files have no name; the client of other tests always gives one. */
function form(field: string, files: Uint8Array[], values: Record<string, string>): Uint8Array<ArrayBuffer> {
  const part = (facts: string, content: Uint8Array | string) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${facts}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]
  const parts = [
    ...Object.entries(values).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...files.flatMap((file) => part(`name="${field}"; filename=""`, file)),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return new Uint8Array(Buffer.concat(parts))
}

interface Sent {
  path: (own: Ids) => string
  by: (typeof actors)[number] | 'program'
  field: string
  values?: (own: Ids) => Record<string, string>
}
const routes: [route: string, sent: Sent][] = [
  ['POST /messages/:id', { path: ({ ticket }) => `messages/${ticket}`, by: 'bob', field: 'medias' }],
  [
    'POST /messages/send',
    { path: () => 'messages/send', by: 'program', field: 'medias', values: () => ({ number: '5511988887777' }) },
  ],
  [
    'POST /quick-messages/:id/media-upload',
    { path: ({ quickMessage }) => `quick-messages/${quickMessage}/media-upload`, by: 'bob', field: 'file' },
  ],
  [
    'POST /schedules/:id/media-upload',
    { path: ({ schedule }) => `schedules/${schedule}/media-upload`, by: 'bob', field: 'file' },
  ],
  [
    'POST /files/uploadList/:id',
    {
      path: ({ fileList }) => `files/uploadList/${fileList}`,
      by: 'ana',
      field: 'files',
      values: ({ fileOption }) => ({ id: String(fileOption) }),
    },
  ],
  [
    'POST /announcements/:id/media-upload',
    { path: ({ announcement }) => `announcements/${announcement}/media-upload`, by: 'root', field: 'file' },
  ],
]

async function desk() {
  const { app, ports, scopeOf, ids, tokenFor, store } = await populated()
  const { own } = ids
  await store.write(async ({ statements }) => void statements.sqlite.run("update connections set status = 'CONNECTED'"))
  const tokenOf = async (by: Sent['by']) =>
    by === 'program' ? (await revealToken(scopeOf('ana'), own.whatsapp)).token : await tokenFor(by)
  const send = async ({ path, by, field, values }: Sent, files: Uint8Array[]) => {
    const request = new Request(`http://localhost/api/${path(own)}`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${await tokenOf(by)}`,
      },
      body: form(field, files, values?.(own) ?? {}),
    })
    const answer = await app.handle(request)
    await store.idle()
    return { status: answer.status, body: await answer.json() }
  }
  const onDisk = () =>
    readdirSync(ports.media.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort()
  const named = () => {
    const rows = store.raw.statements.sqlite.query('select path, originalName as name from media').all()
    return (rows as { path: string; name: string }[]).filter(({ name }) => name === 'file')
  }
  return { send, onDisk, named }
}

test.each(routes)('%s takes a file without a name, and calls it one', async (_, sent) => {
  const { send, onDisk, named } = await desk()
  const before = onDisk()
  expect(await send(sent, [png()])).toMatchObject({ status: 200 })
  const [row, ...others] = named()
  expect(others).toEqual([])
  expect(onDisk()).toEqual([...before, row?.path.split('/').at(-1) as string].sort())
})

test.each(routes)('%s keeps nothing of a form of which one file is empty', async (_, sent) => {
  const { send, onDisk, named } = await desk()
  const before = onDisk()
  const files = sent.field === 'medias' ? [png(), new Uint8Array()] : [new Uint8Array()]
  expect(await send(sent, files)).toEqual({ status: 400, body: { error: 'ERR_EMPTY_MESSAGE' } })
  expect([onDisk(), named()]).toEqual([before, []])
})
