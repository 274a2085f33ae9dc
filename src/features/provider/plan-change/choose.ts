import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { type PlanQuote, quotePlanChange } from '../../../shared/plan-change'
import { recordAuditEntry } from '../../platform/audit/record'
import { countPlanUse } from '../../platform/company/plan-limit'
import { publishCompanyFacts } from '../../platform/company/publish'
import { storeCampaignsSetting } from '../../platform/settings/campaigns-setting'
import { publishCompanyToProvider } from '../companies/publish'
import type { Invoice } from '../invoices/model'
import { invoiceColumns, isClaimWaiting, toInvoice } from '../invoices/service'
import type { PlanChoice, PlanOffers } from './model'
import { type ChangingCompany, exceededParts, listPlanOffers, offeredPlans, paidTimeOf, readCompany } from './read'

type OfferedPlan = Awaited<ReturnType<typeof offeredPlans>>[number]

/**
 * Changes the plan of the company by its own choice (docs/adr/0192). A dearer plan is in force at once; its difference is a
 * part of the next invoice. A cheaper one follows after the paid time. An open invoice of the next period gets the new
 * price. A repetition changes nothing.
 * @throws ERR_NO_PLAN_FOUND (404), ERR_PLAN_TOO_SMALL (409) with what exceeds it, ERR_PLAN_PRICE (409) with the present
 * difference when the person has seen another, ERR_CLAIM_WAITING (409)
 */
export async function choosePlan(scope: Scope, outer: Platform, choice: PlanChoice): Promise<PlanOffers> {
  const changed = await outer.transaction((platform) => storeChoice(scope, platform.inOrderOf(scope.companyId), choice))
  if (changed) {
    const { ports, companyId } = scope
    ports.rightsChanged(companyId)
    if (changed.invoice) ports.publish(companyId, 'payment', { action: 'update', invoice: changed.invoice })
    await publishCompanyFacts(outer, companyId)
    await publishCompanyToProvider(outer, 'update', companyId)
  }
  return listPlanOffers(scope, outer)
}

async function storeChoice(scope: Scope, platform: Platform, { planId, cents }: PlanChoice) {
  const { companyId, viewer, address } = scope
  const db = platform.tenant(companyId)
  const company = await readCompany(platform, companyId)
  const plan = (await offeredPlans(platform, company)).find(({ id }) => id === planId)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  if (planId === (company.nextPlanId ?? company.planId)) return null
  const exceeded = exceededParts(plan, await countPlanUse(db))
  if (planId !== company.planId && exceeded.length > 0) throw new AppError('ERR_PLAN_TOO_SMALL', { exceeded })
  const quote = quotePlanChange(paidTimeOf(company), plan.value)
  if (quote.cents !== cents) throw new AppError('ERR_PLAN_PRICE', { cents: quote.cents })
  const invoice = await repriceInvoice(platform, company, plan, quote.cents)
  await platform.db
    .updateTable('companies')
    .set({ ...columnsOf(plan, quote), owed: company.owed + quote.cents, updatedAt: new Date().toISOString() })
    .where('id', '=', companyId)
    .execute()
  if (quote.kind === 'now') await storeCampaignsSetting(platform, companyId, plan.useCampaigns)
  const entry = { action: 'update', entity: 'company', entityId: companyId, name: company.name }
  const before = { plan: company.planName, nextPlan: company.nextName ?? '' }
  const after =
    quote.kind === 'now' ? { plan: plan.name, nextPlan: '' } : { plan: company.planName, nextPlan: plan.name }
  const facts = { ...after, difference: quote.cents, ...(quote.on !== null && { nextPlanOn: quote.on }) }
  await recordAuditEntry({ db, actor: viewer, address }, { ...entry, before, after: facts })
  return { invoice }
}

const columnsOf = ({ id, useCampaigns }: OfferedPlan, { kind, on }: PlanQuote) =>
  kind === 'now'
    ? { planId: id, nextPlanId: null, nextPlanOn: null, campaignsEnabled: useCampaigns ? (1 as const) : (0 as const) }
    : { nextPlanId: id, nextPlanOn: on }

/**
 * Gives the open invoice of the next period the price of the plan and adds the cost of the change. A price agreed on by
 * hand keeps its distance from the price of the plan that the invoice has. Ends its charges.
 */
async function repriceInvoice(
  platform: Platform,
  company: ChangingCompany,
  plan: OfferedPlan,
  cents: number,
): Promise<Invoice | null> {
  const db = platform.tenant(company.id)
  const rows = db.select('invoices').select(invoiceColumns).where('dueDate', '=', company.dueDate.slice(0, 10))
  const row = await rows.where('status', '=', 'open').executeTakeFirst()
  if (!row) return null
  if (isClaimWaiting(row)) throw new AppError('ERR_CLAIM_WAITING')
  const updatedAt = new Date().toISOString()
  const extra = row.extra + cents
  const agreed = row.planValue === null ? 0 : row.value - row.extra - row.planValue
  const change = {
    detail: (await isPlanName(platform, row.detail)) ? plan.name : row.detail,
    value: Math.max(limits.cents.min, Math.max(0, plan.value + agreed) + extra),
    extra,
    planValue: plan.value,
    updatedAt,
  }
  await db.update('invoices').set(change).where('id', '=', row.id).execute()
  if (change.value !== row.value)
    await db.update('charges').set({ status: 'over', updatedAt }).where('invoiceId', '=', row.id).execute()
  return toInvoice({ ...row, ...change }, company.timeZone)
}

/** True for the detail of an invoice that no person has written. */
const isPlanName = async ({ db }: Platform, detail: string) =>
  (await db.selectFrom('plans').select('id').where('name', '=', detail).executeTakeFirst()) !== undefined
