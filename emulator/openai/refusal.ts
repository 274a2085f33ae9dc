/** An error in the format of OpenAI's API. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | null = null,
    readonly param: string | null = null,
  ) {
    super(message)
  }

  response(headers: Record<string, string> = {}): Response {
    const type = this.status === 429 ? 'requests' : this.status >= 500 ? 'server_error' : 'invalid_request_error'
    const { message, code, param } = this
    return Response.json({ error: { message, type, param, code } }, { status: this.status, headers })
  }
}
