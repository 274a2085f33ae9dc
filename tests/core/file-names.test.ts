import { expect, test } from 'bun:test'
import { nameByKind, withEnding } from '../../src/shared/file-names'

test.each([
  ['IMG_1.HEIC', 'image/heic', 'IMG_1.HEIC'],
  ['IMG_1.jpg', 'image/heic', 'IMG_1.heic'],
  ['IMG_1', 'image/heic', 'IMG_1.heic'],
  ['video.MP4', 'video/quicktime', 'video.mov'],
  ['clip.', 'video/quicktime', 'clip.mov'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  ['scan.tiff', 'image/tiff', 'scan.tiff'],
  ['file', 'application/pdf', 'file.pdf'],
  ['contrato.v2', 'application/pdf', 'contrato.v2.pdf'],
  ['planilha.xlsm', 'application/zip', 'planilha.xlsm'],
  ['nota.jpg', 'application/pdf', 'nota.pdf'],
  ['antes.2024', 'application/zip', 'antes.2024'],
  ['segredo', 'application/octet-stream', 'segredo'],
  ['.mp3', 'audio/mpeg', '.mp3.mp3'],
  ['voz', 'audio/ogg; codecs=opus', 'voz.ogg'],
  ['Ata 30.11', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Ata 30.11.docx'],
  ['aula', 'application/vnd.ms-powerpoint', 'aula.ppt'],
  ['convite', 'text/calendar', 'convite.ics'],
  ['voz', 'audio/webm', 'voz.webm'],
  ['som', 'audio/x-ms-asf', 'som.wma'],
])('%p of the type %p is saved as %p', (name, mime, saved) => {
  expect(withEnding(name, mime)).toBe(saved)
})

test('a file without a name gets one by kind, time and ending', () => {
  const at = '2026-11-29 14-03-12'
  const file = { mediaType: 'image', isVoice: false, mime: 'image/heic', at, language: 'pt' } as const
  expect(nameByKind(file)).toBe('Foto 2026-11-29 14-03-12.heic')
  expect(nameByKind({ ...file, mediaType: 'audio', isVoice: true, mime: 'audio/ogg', language: 'es' })).toBe(
    'Mensaje de voz 2026-11-29 14-03-12.ogg',
  )
  expect(nameByKind({ ...file, mediaType: 'application', mime: 'application/octet-stream', language: 'en' })).toBe(
    'Document 2026-11-29 14-03-12',
  )
})
