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
const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

type Fields = Pick<Request, 'number' | 'body' | 'closeTicket'>

const jsonArguments = ({ closeTicket, ...fields }: Fields) => [
  `-H 'Content-Type: application/json'`,
  `-d ${shellQuoted(JSON.stringify({ ...fields, ...(closeTicket && { closeTicket }) }))}`,
]

const formArguments = ({ number, body, closeTicket }: Fields, files: string[]) => [
  `-F ${shellQuoted(`number=${number}`)}`,
  ...(body ? [`-F ${shellQuoted(`body=${body}`)}`] : []),
  ...(closeTicket ? [`-F 'closeTicket=true'`] : []),
  ...files.map((file) => `-F ${shellQuoted(`medias=@${file}`)}`),
]

/** Request as a curl command. */
export function curlCommand({ address, token, number, body, files, closeTicket }: Request): string {
  const lines = [`curl -X POST ${shellQuoted(address)}`, `-H ${shellQuoted(`Authorization: Bearer ${token}`)}`]
  const sent =
    files.length === 0
      ? jsonArguments({ number, body, closeTicket })
      : formArguments({ number, body, closeTicket }, files)
  return [...lines, ...sent].join(' \\\n  ')
}
