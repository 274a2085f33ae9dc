import { Refusal } from './refusal'

/** Bytes that the service accepts as one file. */
const maxBytes = 25 * 1024 * 1024
const formats = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']

/** Checks a form to /audio/transcriptions as the real service does. @throws Refusal with its text */
export async function checkRecording(request: Request) {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data'))
    throw new Refusal(
      400,
      `Unsupported content type: '${type}'. This API method only accepts 'multipart/form-data' requests.`,
    )
  const form = await request.formData().catch(() => null)
  const [file, model] = [form?.get('file'), form?.get('model')]
  if (!(file instanceof File)) throw missing('file')
  if (typeof model !== 'string') throw missing('model')
  if (model !== 'whisper-1')
    throw new Refusal(404, `The model \`${model}\` does not exist or you do not have access to it.`, 'model_not_found')
  const ending = file.name.split('.').at(-1) ?? ''
  if (!formats.includes(ending) || file.size === 0)
    throw new Refusal(400, `Invalid file format. Supported formats: ${JSON.stringify(formats)}`)
  if (file.size > maxBytes) throw new Refusal(413, 'Maximum content size limit (26214400) exceeded.')
}

const missing = (name: string) =>
  new Refusal(400, `Missing required parameter: '${name}'.`, 'missing_required_parameter', name)
