/** Parts of a request; `token` may be a placeholder. */
export interface Request {
  address: string
  token: string
  number: string
  body: string
  files: string[]
  closeTicket: boolean
}

/** Single quotes keep a shell from interpreting the text. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

type Fields = Pick<Request, 'number' | 'body' | 'closeTicket'>

const asJson = ({ closeTicket, ...fields }: Fields) => [
  `-H 'Content-Type: application/json'`,
  `-d ${quoted(JSON.stringify({ ...fields, ...(closeTicket && { closeTicket }) }))}`,
]

const asForm = ({ number, body, closeTicket }: Fields, files: string[]) => [
  `-F ${quoted(`number=${number}`)}`,
  ...(body ? [`-F ${quoted(`body=${body}`)}`] : []),
  ...(closeTicket ? [`-F 'closeTicket=true'`] : []),
  ...files.map((file) => `-F ${quoted(`medias=@${file}`)}`),
]

/** Request as a curl command. */
export function curlOf({ address, token, number, body, files, closeTicket }: Request): string {
  const lines = [`curl -X POST ${quoted(address)}`, `-H ${quoted(`Authorization: Bearer ${token}`)}`]
  const sent = files.length === 0 ? asJson({ number, body, closeTicket }) : asForm({ number, body, closeTicket }, files)
  return [...lines, ...sent].join(' \\\n  ')
}
