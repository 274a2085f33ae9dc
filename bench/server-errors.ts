/** Pino's level of an error; lines below it are not shown beside the table. */
const errorLevel = 50

/**
 * Shows the error lines of a server, and drops its start-up lines and warnings, which would be printed inside the table.
 */
export async function showErrors(stderr: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of stderr) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.filter(isError)) console.error(line)
  }
}

function isError(line: string): boolean {
  if (!line.startsWith('{')) return /error|BAD/i.test(line)
  try {
    return Number(JSON.parse(line).level) >= errorLevel
  } catch {
    return true
  }
}
