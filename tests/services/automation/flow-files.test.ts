import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { publishDraft, saveDraft, saveFlow } from '../../../src/features/automation/flows/drafts'
import { getFlowWithContent } from '../../../src/features/automation/flows/read'
import { createFlow, duplicateFlow } from '../../../src/features/automation/flows/service'
import { sweepMedia } from '../../../src/features/platform/media/sweep'
import { createFlowCompany, edge, node } from '../../flow-company'
import { createInstallation, errorAnswer } from '../../installation'
import { mp3, mp4, png, recording } from '../../sample-files'

const position = { x: 0, y: 0 }
/** A flow that sends one image. */
const sending = (url: string) => ({
  nodes: [
    { id: '1', type: 'start', position, data: {} },
    { id: 'i', type: 'img', position, data: { url } },
  ],
  connections: [{ id: 'e', source: '1', sourceHandle: 'a', target: 'i' }],
})
/** The bytes at the start of an MP4 file, padded with zeros. */
const video = (bytes: number) => {
  const file = new Uint8Array(bytes)
  file.set(Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom'))
  return file
}

async function withUploads() {
  const installation = await createInstallation()
  const { flowbuilder } = installation.clientAs('ana')
  const file = (bytes: Uint8Array<ArrayBuffer>, name: string) => new File([bytes], name)
  const countFiles = () =>
    readdirSync(installation.ports.media.directory, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length
  const uploadImage = async (name = 'foto.png') => {
    const { data } = await flowbuilder.img.post({ medias: [file(png(), name)] })
    return data?.name as string
  }
  return { ...installation, ana: installation.scopeOf('ana'), flowbuilder, file, countFiles, uploadImage }
}

describe('uploads', () => {
  test('return the name that a node stores, by the type of the bytes', async () => {
    const { flowbuilder, file, countFiles } = await withUploads()
    expect((await flowbuilder.img.post({ medias: [file(png(), 'foto.txt')] })).data?.name).toMatch(/^[0-9a-f]{32}$/)
    const audios = [file(await recording('ogg', 1), 'a.opus'), file(mp3(), 'b.mp3')]
    for (const audio of audios) expect((await flowbuilder.audio.post({ medias: [audio] })).status).toBe(200)
    const content = await flowbuilder.content.post({ medias: [file(video(400), 'v.mp4'), file(png(), 'foto.png')] })
    expect(content.data).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(countFiles()).toBe(5)
  })

  test('refuse another type, also under an allowed name, and store nothing', async () => {
    const { flowbuilder, file, countFiles } = await withUploads()
    const fake = file(new Uint8Array(Buffer.from('<svg/>')), 'foto.png')
    expect(await flowbuilder.img.post({ medias: [fake] })).toMatchObject(errorAnswer(415, 'ERR_MEDIA_TYPE'))
    expect(await flowbuilder.img.post({ medias: [file(mp3(), 'foto.png')] })).toMatchObject(
      errorAnswer(415, 'ERR_MEDIA_TYPE'),
    )
    const audioInMp4 = file(await mp4(), 'a.ogg')
    expect(await flowbuilder.audio.post({ medias: [audioInMp4] })).toMatchObject(errorAnswer(415, 'ERR_MEDIA_TYPE'))
    expect(await flowbuilder.content.post({ medias: [file(png(), 'foto.png'), fake] })).toMatchObject(
      errorAnswer(415, 'ERR_MEDIA_TYPE'),
    )
    expect(countFiles()).toBe(0)
  })

  test('refuse a file beyond the limit of its type', async () => {
    const { flowbuilder, file, countFiles } = await withUploads()
    const megabyte = 1024 * 1024
    const picture = new Uint8Array(2 * megabyte + 1)
    picture.set(png())
    const tooLarge = errorAnswer(413, 'ERR_TOO_LARGE')
    expect(await flowbuilder.img.post({ medias: [file(picture, 'a.png')] })).toMatchObject(tooLarge)
    expect(await flowbuilder.content.post({ medias: [file(picture, 'a.png')] })).toMatchObject(tooLarge)
    expect(await flowbuilder.audio.post({ medias: [file(mp3(5 * megabyte), 'a.mp3')] })).toMatchObject(tooLarge)
    expect(await flowbuilder.content.post({ medias: [file(video(20 * megabyte + 1), 'v.mp4')] })).toMatchObject(
      tooLarge,
    )
    expect(countFiles()).toBe(0)
    expect((await flowbuilder.content.post({ medias: [file(video(20 * megabyte), 'v.mp4')] })).status).toBe(200)
  })
})

describe('files of flows', () => {
  const inTwoDays = () => Date.now() + 2 * 24 * 3_600_000

  test('are answered with signed addresses, which the draft does not contain', async () => {
    const { ana, uploadImage, store } = await withUploads()
    const { id } = await createFlow(ana, 'Fotos')
    const name = await uploadImage('foto da loja.png')
    const { files } = await saveDraft(ana, id, sending(name))
    expect(files).toMatchObject([{ id: name, name: 'foto_da_loja.png', mime: 'image/png' }])
    expect(files[0]?.path).toStartWith(`/media/${name}?c=`)
    const { draft } = await store.read.kysely.selectFrom('flows').select('draft').executeTakeFirstOrThrow()
    expect(draft).not.toContain('sig=')
  })

  test('stay while a draft or a version names them, and are swept afterwards', async () => {
    const { ana, uploadImage, platform, countFiles } = await withUploads()
    const { id } = await createFlow(ana, 'Fotos')
    const [published, drafted, newest] = [await uploadImage(), await uploadImage(), await uploadImage()]
    await uploadImage() // never named
    await saveDraft(ana, id, sending(published))
    await publishDraft(ana, id, '')
    await saveDraft(ana, id, sending(drafted))
    await saveDraft(ana, id, sending(newest))
    const { id: copy } = await duplicateFlow(ana, { flowId: id })
    await sweepMedia(platform, inTwoDays())
    const idsOf = async (flowId: number) => (await getFlowWithContent(ana, flowId)).files.map((file) => file.id)
    expect([await idsOf(id), await idsOf(copy)]).toEqual([[published, newest], [newest]])
    expect(countFiles()).toBe(2)
  })

  test('are sent as ordinary audio when a voice message cannot be made of them', async () => {
    const start = { nodes: [node('1', 'start'), node('end', 'end')], connections: [edge('1', 'end')] }
    const { clientAs, scopeOf, flowId, ask, acme } = await createFlowCompany(start)
    const { data } = await clientAs('ana').flowbuilder.audio.post({ medias: [new File([mp3()], 'aviso.mp3')] })
    const nodes = [node('1', 'start'), node('a', 'audio', { url: data?.name, record: true })]
    await saveFlow(scopeOf('ana'), flowId, { nodes, connections: [edge('1', 'a')] })
    await ask('quero comprar')
    const sent = await acme
      .select('messages')
      .select(['mediaType', 'mediaId', 'detail'])
      .where('fromMe', '=', 1)
      .execute()
    expect(sent).toMatchObject([{ mediaType: 'audio', mediaId: data?.name }])
    expect(JSON.parse(sent[0]?.detail ?? '{}')).not.toHaveProperty('voice')
  })

  test('of another company are neither kept nor answered', async () => {
    const { ana, scopeOf, uploadImage } = await withUploads()
    const name = await uploadImage()
    const { id } = await createFlow(scopeOf('rui'), 'Fotos')
    expect((await saveDraft(scopeOf('rui'), id, sending(name))).files).toEqual([])
    expect(ana.companyId).not.toBe(scopeOf('rui').companyId)
  })
})
