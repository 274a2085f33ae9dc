import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { parseJson } from '../../../../shared/json'
import { limits } from '../../../../shared/limits'
import { getFile } from '../../../platform/media/files'
import type { CustomerMessage } from '../../programs/program'
import type { CallSubject } from '../cost/calls'
import type { Service } from './ask-service'
import { type Recording, transcribe } from './transcribe'

/** Words of a customer's voice note. */
export interface TranscribedNote {
  id: number
  text: string
}

/** Voice notes of one request that are transcribed; the newest ones. */
const maxNotes = 3
/** Longest wait in ms for the download of a voice note, and the time between two checks. */
const downloadMs = 15_000
const checkEveryMs = 300
/** Bytes of one second of speech at least, for notes without a length. */
const bytesPerSecond = 1000

const noteRow = hot<{ id: number }>()((db, p) =>
  db.select('messages').select(['mediaId', 'mediaStatus', 'detail']).where('id', '=', p('id')),
)

/** The words of the customer's newest voice notes, without those that could not be downloaded or understood. */
export async function transcribeVoiceNotes(
  scope: Scope,
  messages: CustomerMessage[],
  service: Service,
  subject: CallSubject,
): Promise<TranscribedNote[]> {
  const notes = messages.filter(({ mediaType }) => mediaType === 'audio').slice(-maxNotes)
  const heard = await Promise.all(
    notes.map(async ({ id }) => {
      const recording = await waitForRecording(scope, id)
      const text = recording && (await transcribe(scope, subject, service, recording))
      return text ? { id, text } : null
    }),
  )
  return heard.filter((note) => note !== null)
}

async function waitForRecording(scope: Scope, id: number): Promise<Recording | null> {
  for (const end = Date.now() + downloadMs; ; await Bun.sleep(checkEveryMs)) {
    const row = await scope.db.first(noteRow, { id })
    if (!row || row.mediaStatus === 'failed') return null
    if (row.mediaId !== null && row.mediaStatus === 'ready') return readRecording(scope, row.mediaId, row.detail)
    if (Date.now() > end) return null
  }
}

async function readRecording(scope: Scope, mediaId: string, detail: string | null): Promise<Recording | null> {
  const { path, mime, size } = await getFile(scope, mediaId)
  if (size > limits.voiceFile) return null
  const { seconds } = detail ? (parseJson(detail) as { seconds?: number }) : {}
  const bytes = await Bun.file(await scope.ports.media.locate(path)).bytes()
  return { bytes, mime, seconds: seconds ?? size / bytesPerSecond }
}
