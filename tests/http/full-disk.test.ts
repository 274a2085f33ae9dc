import { expect, spyOn, test } from 'bun:test'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInstallation } from '../installation'
import { png } from '../sample-files'

const installation = await createInstallation()
const { media } = installation.ports

/** Makes Linux answer the next write of a file as on a full disk (full(4)). */
function fillDisk() {
  const place = media.newPath(installation.acme.companyId)
  const partial = `${media.absolute(place.path)}.part`
  mkdirSync(dirname(partial), { recursive: true })
  symlinkSync('/dev/full', partial)
  spyOn(media, 'newPath').mockReturnValueOnce(place)
}

const send = async (method: string, path: string, body: Uint8Array<ArrayBuffer> | FormData) => {
  const headers = { authorization: `Bearer ${await installation.tokenOf('ana')}` }
  const response = await installation.app.handle(new Request(`http://localhost/api${path}`, { method, headers, body }))
  return [response.status, await response.json()]
}

test('a spreadsheet that finds the disk full is refused with ERR_STORAGE', async () => {
  fillDisk()
  const form = new FormData()
  form.append('file', new File(['nome;numero'], 'a.csv'))
  expect(await send('POST', '/contacts/imports', form)).toEqual([503, { error: 'ERR_STORAGE' }])
})

test('a message whose file finds the disk full is refused with ERR_STORAGE and not stored', async () => {
  const { id } = await installation.insertTicket({ status: 'open', userId: 1 })
  const form = new FormData()
  form.append('medias', new File([png()], 'a.png', { type: 'image/png' }))
  fillDisk()
  expect(await send('POST', `/messages/${id}`, form)).toEqual([503, { error: 'ERR_STORAGE' }])
  expect(await installation.acme.select('messages').select('id').execute()).toEqual([])
  expect((await send('POST', `/messages/${id}`, form))[0]).toBe(200)
})
