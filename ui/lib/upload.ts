import { failureOf } from './failure'
import { accessToken, pendingRenewal, renewToken } from './token'

interface UploadOptions {
  method?: 'POST' | 'PUT'
  headers?: Record<string, string>
  /** Progress from 0 to 1. Needs XMLHttpRequest, because `fetch` reports no upload progress. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Uploads a file or form with progress. Renews the token like api.ts. @throws AppError, AbortError */
export async function upload<T>(url: string, body: FormData | Blob, options: UploadOptions = {}): Promise<T> {
  await pendingRenewal()
  const used = accessToken()
  try {
    return await send<T>(url, body, used, options)
  } catch (failure) {
    if ((failure as { code?: unknown }).code !== 'ERR_SESSION_EXPIRED') throw failure
    return send<T>(url, body, await renewToken(used), options)
  }
}

function send<T>(url: string, body: FormData | Blob, token: string | null, options: UploadOptions): Promise<T> {
  const { method = 'POST', headers = {}, onProgress, signal } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response as T)
      const wait = request.getResponseHeader('retry-after')
      reject(failureOf(request.response, new Headers(wait ? { 'retry-after': wait } : {})))
    }
    request.onerror = () => reject(failureOf({ error: 'ERR_UNREACHABLE' }))
    request.onabort = () => reject(new DOMException('given up', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) return reject(new DOMException('given up', 'AbortError'))
    request.send(body)
  })
}
