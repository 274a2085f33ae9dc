import { Elysia, t } from 'elysia'
import { Deleted, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { idParams as params } from '../../../core/http/schemas'
import type { Scope } from '../../../core/scope'
import { lintDefinition, readContent } from './content'
import { publishDraft, restoreVersion, saveDraft, saveFlow } from './drafts'
import {
  ContentForm,
  DraftInput,
  Flow,
  FlowContent,
  FlowCopy,
  FlowInput,
  FlowLint,
  FlowPatch,
  FlowQuery,
  FlowVersion,
  FlowWithContent,
  PublishInput,
  RestoreInput,
  SavedFlow,
  UploadForm,
} from './model'
import { getFlowWithContent, getVersion, listFlows, listVersions } from './read'
import { createFlow, deleteFlow, duplicateFlow, updateFlow } from './service'
import { FlowStarts } from './starts/model'
import { listStarts } from './starts/read'
import { uploadContent, uploadOne } from './uploads'

const access = { can: 'flow:edit', plan: 'useIntegrations' } as const
const response = t.Object({ flow: FlowWithContent })
const StoredName = t.Object({ name: t.String() })
const withFlow = async (flow: Promise<FlowWithContent>) => ({ flow: await flow })

export const flowRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flowbuilder' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listFlows(scope, query), {
      ...access,
      query: FlowQuery,
      response: t.Object({ flows: t.Array(Flow), ...pageFields }),
    })
    .post('/', ({ scope, body }) => createFlow(scope, body.name), { ...access, body: FlowInput, response: Flow })
    .put('/', ({ scope, body }) => updateFlow(scope, body), { ...access, body: FlowPatch, response: Flow })
    .post('/duplicate', ({ scope, body }) => duplicateFlow(scope, body), {
      ...access,
      body: FlowCopy,
      response: Flow,
    })
    .delete('/:id', ({ scope, params }) => deleteFlow(scope, params.id), { ...access, params, response: Deleted })
    .use(uploadRoutes(auth))
    .use(contentRoutes(auth))

/** Files for nodes; a stored name is the id of the file. */
const uploadRoutes = (auth: Auth) =>
  new Elysia()
    .use(guard(auth))
    .post('/img', ({ scope, body }) => uploadOne(scope, body.medias, 'image'), {
      ...access,
      body: UploadForm,
      response: StoredName,
    })
    .post('/audio', ({ scope, body }) => uploadOne(scope, body.medias, 'audio'), {
      ...access,
      body: UploadForm,
      response: StoredName,
    })
    .post('/content', ({ scope, body }) => uploadContent(scope, body.medias), {
      ...access,
      body: ContentForm,
      response: t.Array(t.String()),
    })

/** Content of one flow: draft, versions, publication. */
const contentRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/flow' })
    .use(guard(auth))
    .post('/', ({ scope, body: { idFlow, ...content } }) => withFlow(saveFlow(scope, idFlow, content)), {
      ...access,
      body: SavedFlow,
      response,
    })
    .get('/:id', ({ scope, params }) => withFlow(getFlowWithContent(scope, params.id)), { ...access, params, response })
    .put('/:id/draft', ({ scope, params, body }) => withFlow(saveDraft(scope, params.id, body)), {
      ...access,
      params,
      body: DraftInput,
      response,
    })
    .post(
      '/:id/publish',
      ({ scope, params, body: { note, ...options } }) => withFlow(publishDraft(scope, params.id, note, options)),
      {
        ...access,
        params,
        body: PublishInput,
        response,
      },
    )
    .post(
      '/:id/restore',
      ({ scope, params, body: { number, draftAt } }) => withFlow(restoreVersion(scope, params.id, number, draftAt)),
      {
        ...access,
        params,
        body: RestoreInput,
        response,
      },
    )
    .get('/:id/versions', async ({ scope, params }) => ({ versions: await listVersions(scope, params.id) }), {
      ...access,
      params,
      response: t.Object({ versions: t.Array(FlowVersion) }),
    })
    .get('/:id/versions/:number', ({ scope, params }) => getVersion(scope, params.id, params.number), {
      ...access,
      params: t.Object({ ...params.properties, number: t.Numeric({ minimum: 1, maximum: 1_000_000 }) }),
      response: FlowContent,
    })
    .get('/:id/starts', ({ scope, params }) => listStarts(scope, params.id), {
      ...access,
      params,
      response: FlowStarts,
    })
    .get('/:id/lints', ({ scope, params }) => lintDraft(scope, params.id), {
      ...access,
      params,
      response: t.Object({ lints: t.Array(FlowLint) }),
    })

async function lintDraft(scope: Scope, id: number) {
  const { flow } = await getFlowWithContent(scope, id)
  return { lints: flow === null ? [] : await lintDefinition(scope, readContent(flow)) }
}
