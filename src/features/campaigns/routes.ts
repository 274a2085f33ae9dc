import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../core/http/guard'
import { atLeastOneField, idParams as params } from '../../core/http/schemas'
import { Deleted, documentFileResponse, documentResponse } from '../openapi/model'
import { estimateCampaign } from './estimate'
import { exportRecipients } from './export'
import { attachCampaignMedia, removeCampaignMedia } from './media'
import {
  Campaign,
  CampaignInput,
  CampaignPage,
  CampaignQuery,
  Estimate,
  EstimateInput,
  Preview,
  PreviewInput,
} from './model'
import { previewCampaign } from './preview'
import { getCampaign, listCampaigns } from './read'
import { listRecipients } from './recipients'
import { readProgress, readReport } from './report'
import { CampaignProgress, CampaignReport, RecipientPage, RecipientQuery } from './report-model'
import { createCampaign, deleteCampaign, duplicateCampaign, updateCampaign } from './service'
import { cancelCampaign, restartCampaign } from './status'

const plan = 'useCampaigns'
const viewing = { can: 'campaign:view', plan } as const
const editing = { can: 'campaign:edit', plan } as const
const oneCampaign = () => ({ ...editing, params, detail: documentResponse(Campaign) })

/** Campaigns (specification, part 2 §7), their preview, report and recipients. */
export const campaignRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/campaigns' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listCampaigns(scope, query), {
      ...viewing,
      query: CampaignQuery,
      detail: documentResponse(CampaignPage),
    })
    .post('/', ({ scope, body }) => createCampaign(scope, body), {
      ...editing,
      body: CampaignInput,
      detail: documentResponse(Campaign),
    })
    .post('/preview', ({ scope, body }) => previewCampaign(scope, body), {
      ...editing,
      body: PreviewInput,
      detail: documentResponse(Preview),
    })
    .post('/estimate', ({ scope, body }) => estimateCampaign(scope, body), {
      ...editing,
      body: EstimateInput,
      detail: documentResponse(Estimate),
    })
    .get('/:id', ({ scope, params }) => getCampaign(scope, params.id), {
      ...viewing,
      params,
      detail: documentResponse(Campaign),
    })
    .put('/:id', ({ scope, params, body }) => updateCampaign(scope, params.id, body), {
      ...editing,
      params,
      body: t.Partial(CampaignInput, atLeastOneField),
      detail: documentResponse(Campaign),
    })
    .delete('/:id', ({ scope, params }) => deleteCampaign(scope, params.id), {
      can: 'contact:delete',
      plan,
      params,
      detail: documentResponse(Deleted),
    })
    .post('/:id/media-upload', ({ scope, params, body }) => attachCampaignMedia(scope, params.id, body.file), {
      ...editing,
      params,
      body: t.Object({ file: t.File() }),
      detail: documentResponse(Campaign),
    })
    .delete('/:id/media-upload', ({ scope, params }) => removeCampaignMedia(scope, params.id), {
      ...editing,
      params,
      detail: documentResponse(Campaign),
    })
    .post('/:id/cancel', ({ scope, params }) => cancelCampaign(scope, params.id), oneCampaign())
    .post('/:id/restart', ({ scope, params }) => restartCampaign(scope, params.id), oneCampaign())
    .post('/:id/duplicate', ({ scope, params }) => duplicateCampaign(scope, params.id), oneCampaign())
    .get('/:id/report', ({ scope, params }) => readReport(scope, params.id), {
      ...viewing,
      params,
      detail: documentResponse(CampaignReport),
    })
    .get('/:id/progress', ({ scope, params }) => readProgress(scope, params.id), {
      ...viewing,
      params,
      detail: documentResponse(CampaignProgress),
    })
    .get('/:id/recipients', ({ scope, params, query }) => listRecipients(scope, params.id, query), {
      ...viewing,
      params,
      query: RecipientQuery,
      detail: documentResponse(RecipientPage),
    })
    .get('/:id/export', ({ scope, params }) => exportRecipients(scope, params.id), {
      ...viewing,
      params,
      detail: documentFileResponse('text/csv'),
    })
