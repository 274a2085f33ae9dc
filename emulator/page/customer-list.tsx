import { type FormEvent, useRef, useState } from 'react'
import type { CustomerView } from '../control/control-api'
import { callControl } from './api'
import { Avatar } from './avatar'
import { summaryOf } from './bubble'
import { Glyph } from './glyphs'
import { texts } from './texts'
import { listTime, phoneText } from './time'

interface Props {
  customers: CustomerView[]
  ready: boolean
  /** Whether the customers that write by themselves are paused; null where none do. */
  paused: boolean | null
  open: string | null
  onOpen(number: string): void
  onAdded(): void
}

/** Customers, latest conversation first, and a dialog to add one. */
export function CustomerList({ customers, ready, paused, open, onOpen, onAdded }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const sorted = [...customers].sort((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0) || a.name.localeCompare(b.name))
  const added = (number: string) => {
    dialog.current?.close()
    onAdded()
    onOpen(number)
  }
  return (
    <section className="customers" aria-labelledby="customers">
      <div className="heading">
        <h2 id="customers">{texts.customers}</h2>
        <button type="button" className="quiet" onClick={() => dialog.current?.showModal()}>
          <Glyph name="plus" size={16} /> {texts.addCustomer}
        </button>
      </div>
      {paused !== null && (
        <div className="automatic">
          <small>{paused ? texts.isPaused : texts.isWriting}</small>
          <button type="button" className="quiet" onClick={() => void callControl('automatic', { paused: !paused })}>
            {paused ? texts.resume : texts.pause}
          </button>
        </div>
      )}
      {ready && sorted.length === 0 && <p className="hint">{texts.noCustomers}</p>}
      <ul>
        {sorted.map((customer) => (
          <li key={customer.number}>
            <button
              type="button"
              className="person"
              aria-current={customer.number === open}
              onClick={() => onOpen(customer.number)}
            >
              <CustomerRow customer={customer} />
            </button>
          </li>
        ))}
      </ul>
      <dialog ref={dialog} aria-labelledby="add-title">
        <AddCustomer onAdded={added} onCancel={() => dialog.current?.close()} />
      </dialog>
    </section>
  )
}

function CustomerRow({ customer }: { customer: CustomerView }) {
  const { name, number, last, unread, typing } = customer
  const activity = typing[0] && (typing[0].state === 'recording' ? texts.recording : texts.typing)
  return (
    <>
      <Avatar customer={customer} />
      <span className="who">
        <b>{name}</b>
        <small className={activity ? 'active' : undefined}>
          {activity ?? (last ? summaryOf(last) : phoneText(number))}
        </small>
      </span>
      <span className="when">
        {last && <small>{listTime(last.at)}</small>}
        {unread > 0 && (
          <mark>
            {unread} <span className="unseen">{texts.unread}</span>
          </mark>
        )}
      </span>
    </>
  )
}

function AddCustomer({ onAdded, onCancel }: { onAdded(number: string): void; onCancel(): void }) {
  const [problem, setProblem] = useState('')
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const hidden = data.get('hidden') === 'on'
    try {
      const { number } = await callControl('addCustomer', {
        name: String(data.get('name')).trim() || undefined,
        number: String(data.get('number')).replace(/\D/g, '') || undefined,
        ...(hidden ? { addressing: 'lid' as const, hideNumber: true } : {}),
        picture: { sample: 'portrait', seed: Math.floor(Math.random() * 40) },
      })
      form.reset()
      setProblem('')
      onAdded(number)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form className="add" onSubmit={send}>
      <h2 id="add-title">{texts.addCustomer}</h2>
      <label>
        {texts.name}
        <input name="name" required maxLength={60} autoComplete="off" />
      </label>
      <label>
        {texts.number}
        <input name="number" inputMode="tel" autoComplete="off" aria-describedby="number-hint" />
      </label>
      <small id="number-hint">{texts.numberHint}</small>
      <label className="tick">
        <input type="checkbox" name="hidden" /> {texts.hidden}
      </label>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div className="buttons">
        <button type="button" className="quiet" onClick={onCancel}>
          {texts.cancel}
        </button>
        <button type="submit">{texts.add}</button>
      </div>
    </form>
  )
}
