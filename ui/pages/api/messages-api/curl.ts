/** Parts of a request; `token` may be a placeholder. */
interface Request {
  address: string
  token: string
  number: string
  body: string
  files: string[]
  closeTicket: boolean
  /** Id of the queue in which a new ticket waits; empty: the connection's. */
  queueId?: string
  /** Value of the header Idempotency-Key; empty: none. */
  key?: string
}

/** Single quotes keep a shell from interpreting the text. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

type Fields = Pick<Request, 'number' | 'body' | 'closeTicket' | 'queueId'>

const jsonArguments = ({ closeTicket, queueId, ...fields }: Fields) => [
  `-H 'Content-Type: application/json'`,
  `-d ${shellQuoted(JSON.stringify({ ...fields, ...(queueId && { queueId: Number(queueId) }), ...(closeTicket && { closeTicket }) }))}`,
]

const formArguments = ({ number, body, closeTicket, queueId }: Fields, files: string[]) => [
  `-F ${shellQuoted(`number=${number}`)}`,
  ...(body ? [`-F ${shellQuoted(`body=${body}`)}`] : []),
  ...(queueId ? [`-F 'queueId=${Number(queueId)}'`] : []),
  ...(closeTicket ? [`-F 'closeTicket=true'`] : []),
  ...files.map((file) => `-F ${shellQuoted(`medias=@${file}`)}`),
]

/** Request as a curl command. */
export function curlCommand({ address, token, key, files, ...fields }: Request): string {
  const lines = [
    `curl -X POST ${shellQuoted(address)}`,
    `-H ${shellQuoted(`Authorization: Bearer ${token}`)}`,
    ...(key ? [`-H ${shellQuoted(`Idempotency-Key: ${key}`)}`] : []),
  ]
  const sent = files.length === 0 ? jsonArguments(fields) : formArguments(fields, files)
  return [...lines, ...sent].join(' \\\n  ')
}
