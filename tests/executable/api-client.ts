import type { Serving } from './balcao'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Sends a request to the API of a server; the path follows `/api`. @throws Error for a status other than 2xx */
export type ApiClient = <T>(method: Method, path: string, body?: object) => Promise<T>

/** Client with an access token, which all nodes of an installation take; a further login would end it. */
export const createApiClient =
  ({ url }: Serving, token: string | undefined): ApiClient =>
  async <T>(method: Method, path: string, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
