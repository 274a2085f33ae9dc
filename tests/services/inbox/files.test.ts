import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import type { FileList } from '../../../src/features/inbox/file-lists/model'
import { listFileLists } from '../../../src/features/inbox/file-lists/read'
import { createFileList, deleteFileList, updateFileList } from '../../../src/features/inbox/file-lists/service'
import { uploadFiles } from '../../../src/features/inbox/file-lists/upload'
import { sweepMedia } from '../../../src/features/platform/media/sweep'
import { limits } from '../../../src/shared/limits'
import { createInstallation, type PublishedEvent } from '../../installation'

const offer = { name: 'Catálogo', message: 'Segue o catálogo', options: [{ name: 'Capa' }, { name: 'Preços' }] }
const file = (text: string, name: string) => new File([text], name)
const optionIds = ({ options }: FileList) => options.map(({ id }) => id)

test('an updated list keeps the order of its options and their files', async () => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  const made = await createFileList(ana, offer)
  const [cover, prices] = optionIds(made) as [number, number]
  const id = [prices, cover]
  await uploadFiles(ana, made.id, { files: [file('um', 'os precos.txt'), file('dois', 'capa.txt')], id })
  const kept = { id: prices, name: 'Tabela' }
  const changed = await updateFileList(ana, made.id, { options: [{ name: 'Novo' }, kept] })
  expect(changed.options).toMatchObject([
    { name: 'Novo', file: null, path: null },
    { id: prices, name: 'Tabela', file: 'os_precos.txt', mediaType: 'text/plain', size: 2 },
  ])
})

test('names are unique regardless of case and accents, and options of another list are refused', async () => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  const one = await createFileList(ana, offer)
  const other = await createFileList(ana, { ...offer, name: 'Contrato' })
  await expect(createFileList(ana, { ...offer, name: ' CATALOGO ' })).rejects.toThrow('ERR_FILE_LIST_ALREADY_EXISTS')
  await expect(updateFileList(ana, other.id, { name: 'catálogo' })).rejects.toThrow('ERR_FILE_LIST_ALREADY_EXISTS')
  const [foreign] = optionIds(other) as [number]
  const strange = { options: [{ id: foreign, name: 'Dela' }] }
  await expect(updateFileList(ana, one.id, strange)).rejects.toThrow('ERR_NO_FILE_FOUND')
  await expect(uploadFiles(ana, one.id, { files: [file('x', 'x.txt')], id: foreign })).rejects.toThrow('ERR_NO_FILE')
  await expect(uploadFiles(ana, one.id, { files: [file('x', 'x.txt')], id: [1, 2] })).rejects.toThrow('ERR_VALIDATION')
  expect((await listFileLists(ana, { searchParam: 'cont' })).files).toEqual([other])
  await createFileList(scopeOf('rui'), offer)
})

test('files without ids go to the options that have none, in order, and the others become new options', async () => {
  const { scopeOf } = await createInstallation()
  const ana = scopeOf('ana')
  const { id, ...made } = await createFileList(ana, offer)
  const [, prices] = optionIds({ id, ...made }) as [number, number]
  await uploadFiles(ana, id, { files: [file('dois', 'precos.txt')], id: prices })
  const files = [file('um', 'capa.txt'), file('três', 'manual de uso.txt')]
  expect((await uploadFiles(ana, id, { files })).options).toMatchObject([
    { name: 'Capa', file: 'capa.txt' },
    { name: 'Preços', file: 'precos.txt' },
    { name: 'manual_de_uso.txt', file: 'manual_de_uso.txt' },
  ])
  const many = Array.from({ length: limits.fileOptions - 2 }, () => file('x', 'x.txt'))
  await expect(uploadFiles(ana, id, { files: many })).rejects.toThrow('ERR_VALIDATION')
})

test('replaced files and those of a deleted list are removed by the sweep', async () => {
  const { scopeOf, platform, ports, acme, store } = await createInstallation()
  const ana = scopeOf('ana')
  const { id, ...made } = await createFileList(ana, offer)
  const [cover, prices] = optionIds({ id, ...made }) as [number, number]
  const put = (text: string, option: number) => uploadFiles(ana, id, { files: [file(text, 'a.txt')], id: option })
  for (const text of ['old', 'new']) await put(text, cover)
  await put('other', prices)
  const rows = await acme.select('media').select(['id', 'path', 'sha256']).orderBy('createdAt').execute()
  const there = () => rows.map(({ path }) => existsSync(ports.media.absolute(path)))
  const tomorrow = Date.now() + 25 * 3_600_000
  await sweepMedia(platform, tomorrow)
  expect(there().filter(Boolean)).toHaveLength(2)
  await deleteFileList(ana, id)
  await store.idle()
  await sweepMedia(platform, tomorrow)
  expect(there()).toEqual([false, false, false])
})

test('every change publishes an event and an audit line, and a loaded page plus events equals a new load', async () => {
  const { scopeOf, published, acme } = await createInstallation()
  const ana = scopeOf('ana')
  const page = async () => (await listFileLists(ana, {})).files.map(({ id, name, options }) => ({ id, name, options }))
  for (const name of ['Um um', 'Dois', 'Três']) await createFileList(ana, { ...offer, name })
  const shown = new Map((await page()).map((row) => [row.id, row]))
  published.length = 0
  await updateFileList(ana, 1, { name: 'Último' })
  await deleteFileList(ana, 2)
  await createFileList(ana, { ...offer, name: 'Quatro' })
  for (const { entity, payload } of published as PublishedEvent<'file'>[]) {
    expect(entity).toBe('file')
    if (payload.action === 'delete') shown.delete(payload.fileListId)
    else {
      const { id, name, options } = payload.fileList
      shown.set(id, { id, name, options })
    }
  }
  expect([...shown.values()].sort((a, b) => a.id - b.id)).toEqual((await page()).sort((a, b) => a.id - b.id))
  const lines = await acme.select('audit_log').select(['action', 'entity', 'name', 'after']).orderBy('id').execute()
  expect(lines.slice(3)).toMatchObject([
    { action: 'update', name: 'Último', after: '{"name":"Último"}' },
    { action: 'delete', name: 'Dois' },
    { action: 'create', name: 'Quatro' },
  ])
})
