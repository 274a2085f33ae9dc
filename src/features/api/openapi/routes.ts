import { Elysia } from 'elysia'
import { nextLoopTurn } from '../../../core/process/work-slices'
import { type Routes, writeApiDocument } from './document'

/** GET /openapi.json: built on the first request, in slices because strangers may ask for it, and cached. */
export const openApiRoutes = (app: Routes, describeWebhooks: () => Record<string, unknown>) => {
  let text: Promise<string> | undefined
  return new Elysia().get(
    '/openapi.json',
    ({ set }) => {
      text ??= writeApiDocument(app, describeWebhooks(), nextLoopTurn)
      set.headers['content-type'] = 'application/json'
      return text
    },
    { detail: { summary: 'This document' } },
  )
}
