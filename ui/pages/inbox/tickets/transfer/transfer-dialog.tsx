import i18n from 'i18next'
import { useState } from 'react'
import type { ListedUser } from '../../../../../src/features/accounts/users/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { limits } from '../../../../../src/shared/limits'
import { seesTicket } from '../../../../../src/shared/permissions'
import { foldText } from '../../../../../src/shared/text'
import { Avatar } from '../../../../components/avatar'
import { Combobox } from '../../../../components/combobox'
import { TextField, useProblemText } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { Select } from '../../../../components/select'
import { classes } from '../../../../lib/classes'
import { useColleagues } from '../../../../lib/colleagues'
import { connections } from '../../../../lib/connections'
import { createForm, type Field, length, useForm } from '../../../../lib/form'
import { navigate } from '../../../../lib/leave-guard'
import { useList } from '../../../../lib/list'
import { toTickets } from '../../../../lib/paths'
import { useQueues } from '../../../../lib/queues'
import { me } from '../../../../lib/session'
import { toastSuccess } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { leaveTicket, prepareNext } from '../actions/leave-ticket'
import { toAgent } from '../actions/message-actions'
import { applyTicketResponse } from '../actions/ticket-actions'
import { TicketRefusal } from '../new-ticket/ticket-refusal'
import { moveAway } from '../store/own-moves'
import { transferTicket } from '../store/requests'
import { byLoad, presenceOf } from './presence'

type TransferForm = ReturnType<typeof createTransferForm>

const createTransferForm = (ticket: Ticket) =>
  createForm(
    { user: null as ListedUser | null, queueId: '', whatsappId: String(ticket.whatsappId ?? ''), note: '' },
    { note: [length(limits.note)] },
  )

/** Changed fields; null if nothing changes. */
function changesOf(ticket: Ticket, { user, queueId, whatsappId }: ReturnType<TransferForm['values']>) {
  const change = {
    ...(user && { userId: user.id }),
    ...(queueId && { queueId: Number(queueId) }),
    ...(whatsappId && Number(whatsappId) !== ticket.whatsappId && { whatsappId: Number(whatsappId) }),
  }
  return Object.keys(change).length > 0 ? change : null
}

/** Transfers a ticket to a user, a queue, a connection, or several of these. */
export function TransferDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => createTransferForm(ticket))
  const failure = useValue(form.failure)
  const [isEmpty, setEmpty] = useState(false)
  const send = async (values: ReturnType<TransferForm['values']>) => {
    const change = changesOf(ticket, values)
    setEmpty(change === null)
    if (!change) return
    const note = values.note.trim()
    const body = { ...change, ...(note && { note }) }
    const openNext = prepareNext(ticket)
    const response = await moveAway(ticket.id, () => transferTicket(ticket.id, body))
    onClose()
    applyTransfer(ticket, response, openNext)
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('inbox.transfer')}
      onClose={onClose}
      hideFailure
      action={t('inbox.transferAction')}
    >
      {failure && <TicketRefusal failure={failure} onLeave={onClose} />}
      <UserField form={form} ticket={ticket} />
      <QueueField form={form} problem={isEmpty} />
      <ConnectionField field={form.field('whatsappId')} />
      <TextField
        field={form.field('note')}
        label={t('inbox.transferNote')}
        hint={t('inbox.transferNoteHint')}
        optional
        rows={2}
        maxLength={limits.note.max}
      />
    </FormDialog>
  )
}

/**
 * Opens the next ticket of the list if the user gave the own ticket away, as after a close. Otherwise stays on the ticket
 * if it is open and visible, and returns to the list if it is not.
 */
function applyTransfer(before: Ticket, response: Ticket, openNext: () => void) {
  toastSuccess(i18n.t('inbox.transferred'))
  const ticket = applyTicketResponse(response)
  const user = me.peek()
  if (before.userId === user?.id && ticket.userId !== user.id) return leaveTicket(before, openNext)
  const stays = user !== null && seesTicket(toAgent(user), ticket) && ticket.status === 'open'
  if (!stays && location.pathname === toTickets(before.uuid)) navigate(toTickets())
}

/** Users who answer in the chosen queue, with their load; all without one. */
function UserField({ form, ticket }: { form: TransferForm; ticket: Ticket }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const field = form.field('user')
  const queueId = Number(useValue(form.field('queueId').value)) || ticket.queueId
  const { rows, state } = useColleagues()
  const matches = rows
    .filter(
      (user) =>
        user.id !== ticket.userId &&
        foldText(user.name).includes(foldText(text)) &&
        (queueId === null || user.profile === 'admin' || user.queueIds.includes(queueId)),
    )
    .sort(byLoad)
  const isLoading = rows.length === 0 && state !== 'ready'
  return (
    <Combobox<ListedUser>
      label={t('inbox.user')}
      hint={t('inbox.userHint')}
      optional
      isListed
      autoFocus={!matchMedia('(pointer: coarse)').matches}
      placeholder={t('inbox.userPlaceholder')}
      value={useValue(field.value)}
      onChange={(user) => {
        field.value.value = user
      }}
      options={isLoading ? null : matches}
      onType={setText}
      nameOf={({ name }) => name}
      problem={useProblemText(useValue(field.problem))}
      message={matches.length === 0 && t('inbox.noUserFound')}
      render={(user) => <Person user={user} />}
    />
  )
}

const dots = { online: 'bg-good', away: 'bg-warn', offline: 'border border-edge' }

function Person({ user }: { user: ListedUser }) {
  const { t } = useTranslation()
  const { name, openTickets } = user
  const presence = presenceOf(user)
  return (
    <>
      <Avatar size="sm" name={name} />
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-3">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="flex shrink-0 items-center gap-1.5 text-muted text-sm">
          <span className="tabular-nums">{t('inbox.holds', { count: openTickets })}</span>
          <span aria-hidden>·</span>
          <span aria-hidden className={classes('size-2 rounded-full', dots[presence])} />
          {t(`team.${presence}`)}
        </span>
      </span>
    </>
  )
}

function QueueField({ form, problem }: { form: TransferForm; problem: boolean }) {
  const { t } = useTranslation()
  const { rows } = useQueues()
  const user = useValue(form.field('user').value)
  const open = rows.filter(({ id }) => !user || user.profile === 'admin' || user.queueIds.includes(id))
  const choices = open.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div>
      <Select
        field={form.field('queueId')}
        label={t('inbox.queue')}
        choices={[{ value: '', label: t('inbox.keepQueue') }, ...choices]}
      />
      {problem && (
        <p role="alert" className="mt-1 text-danger-ink text-sm">
          {t('inbox.chooseTarget')}
        </p>
      )}
    </div>
  )
}

function ConnectionField({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const { rows } = useList(connections)
  if (rows.length < 2) return null
  return (
    <Select
      field={field}
      label={t('inbox.connection')}
      choices={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}
