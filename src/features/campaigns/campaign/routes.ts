import { Elysia, t } from 'elysia'
import { Deleted, documentFileResponse, documentResponse } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { estimateCampaign } from '../recipients/estimate'
import { listRecipients } from '../recipients/recipients'
import { exportRecipients } from '../report/export'
import { readProgress, readReport } from '../report/report'
import { CampaignProgress, CampaignReport, RecipientPage, RecipientQuery } from '../report/report-model'
import { cancelCampaign, restartCampaign } from '../sending/status'
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
  WholeCampaign,
} from './model'
import { previewCampaign } from './preview'
import { listCampaigns } from './read'
import { getWholeCampaign } from './read-whole'
import { createCampaign, deleteCampaign, duplicateCampaign, updateCampaign } from './service'

const plan = 'useCampaigns'
const viewing = { can: 'campaign:view', plan } as const
const editing = { can: 'campaign:edit', plan } as const
const oneCampaign = () => ({ ...editing, params, detail: documentResponse(Campaign) })

/** Campaigns, their preview, report and recipients. */
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
    .get('/:id', ({ scope, params }) => getWholeCampaign(scope, params.id), {
      ...viewing,
      params,
      detail: documentResponse(WholeCampaign),
    })
    .put('/:id', ({ scope, params, body }) => updateCampaign(scope, params.id, body), {
      ...editing,
      params,
      body: changeOf(CampaignInput),
      detail: documentResponse(Campaign),
    })
    .delete('/:id', ({ scope, params }) => deleteCampaign(scope, params.id), {
      can: 'campaign:delete',
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
      ...{ can: 'campaign:export', plan },
      params,
      detail: documentFileResponse('text/csv'),
    })
