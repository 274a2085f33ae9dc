import { Elysia } from 'elysia'
import { describeApi, type Routes } from './document'

/** GET /openapi.json: for programs, and for people who write them. Made when first asked for, and then kept. */
export const openApiRoutes = (app: Routes, version: string) => {
  let text: string | undefined
  return new Elysia().get(
    '/openapi.json',
    ({ set }) => {
      text ??= JSON.stringify(describeApi(app, version))
      set.headers['content-type'] = 'application/json'
      return text
    },
    { detail: { summary: 'This document' } },
  )
}
