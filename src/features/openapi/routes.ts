import { Elysia } from 'elysia'
import { describeApi, type Routes } from './document'

/** GET /openapi.json: built on the first request and cached. */
export const openApiRoutes = (app: Routes, describeWebhooks: () => Record<string, unknown>) => {
  let text: string | undefined
  return new Elysia().get(
    '/openapi.json',
    ({ set }) => {
      text ??= JSON.stringify(describeApi(app, describeWebhooks()))
      set.headers['content-type'] = 'application/json'
      return text
    },
    { detail: { summary: 'This document' } },
  )
}
