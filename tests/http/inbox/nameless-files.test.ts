import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { revealToken } from '../../../src/features/numbers/connections/token'
import { png } from '../../sample-files'
import type { actors, Ids } from '../access/actors'
import { createInstallationWithTargets } from '../access/installation'

const boundary = 'form-boundary'

/** Multipart body with files that have an empty name. FormData, which other tests use, always sends a name. */
function createForm(field: string, files: Uint8Array[], values: Record<string, string>): Uint8Array<ArrayBuffer> {
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

interface UploadRoute {
  path: (own: Ids) => string
  by: (typeof actors)[number] | 'program'
  field: string
  /** True for a form of one file. */
  single?: true
  values?: (own: Ids) => Record<string, string>
}
const routes: [route: string, upload: UploadRoute][] = [
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
  ['POST /flowbuilder/img', { path: () => 'flowbuilder/img', by: 'ana', field: 'medias', single: true }],
  ['POST /flowbuilder/content', { path: () => 'flowbuilder/content', by: 'ana', field: 'medias' }],
]

async function createUploads() {
  const { app, ports, scopeOf, ids, tokenFor, store } = await createInstallationWithTargets()
  const { own } = ids
  await store.write(({ kysely }) => kysely.updateTable('connections').set({ status: 'CONNECTED' }).execute())
  const tokenOf = async (by: UploadRoute['by']) =>
    by === 'program' ? (await revealToken(scopeOf('ana'), own.whatsapp)).token : await tokenFor(by)
  const send = async ({ path, by, field, values }: UploadRoute, files: Uint8Array[]) => {
    const request = new Request(`http://localhost/api/${path(own)}`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Bearer ${await tokenOf(by)}`,
      },
      body: createForm(field, files, values?.(own) ?? {}),
    })
    const response = await app.handle(request)
    await store.idle()
    return { status: response.status, body: await response.json() }
  }
  const listFiles = () =>
    readdirSync(ports.media.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort()
  const listNamelessRows = () =>
    store.read.kysely.selectFrom('media').select('path').where('originalName', '=', 'file').execute()
  return { send, listFiles, listNamelessRows }
}

test.each(routes)('%s stores a file without a name under the name "file"', async (_, upload) => {
  const { send, listFiles, listNamelessRows } = await createUploads()
  const before = listFiles()
  expect(await send(upload, [png()])).toMatchObject({ status: 200 })
  const [row, ...others] = await listNamelessRows()
  expect(others).toEqual([])
  expect(listFiles()).toEqual([...before, row?.path.split('/').at(-1) as string].sort())
})

test.each(routes)('%s refuses a form with an empty file and stores none of its files', async (_, upload) => {
  const { send, listFiles, listNamelessRows } = await createUploads()
  const before = listFiles()
  const files = upload.field === 'medias' && !upload.single ? [png(), new Uint8Array()] : [new Uint8Array()]
  expect(await send(upload, files)).toEqual({ status: 400, body: { error: 'ERR_EMPTY_MESSAGE' } })
  expect([listFiles(), await listNamelessRows()]).toEqual([before, []])
})
