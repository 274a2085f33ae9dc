/** What a command is made of; the token as it is, or a word in its place. */
export interface Request {
  address: string
  token: string
  number: string
  body: string
  files: string[]
}

/** A shell keeps everything between single quotes as it is. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a command that can be pasted into a terminal. */
export function curlOf({ address, token, number, body, files }: Request): string {
  const lines = [`curl -X POST ${quoted(address)}`, `-H ${quoted(`Authorization: Bearer ${token}`)}`]
  if (files.length === 0)
    return [...lines, `-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify({ number, body }))}`].join(
      ' \\\n  ',
    )
  const fields = [`-F ${quoted(`number=${number}`)}`, ...(body ? [`-F ${quoted(`body=${body}`)}`] : [])]
  return [...lines, ...fields, ...files.map((file) => `-F ${quoted(`medias=@${file}`)}`)].join(' \\\n  ')
}
