import { type FormEvent, useRef, useState } from 'react'
import type { CustomerView } from '../control/shapes'
import { call } from './api'
import { Avatar } from './avatar'
import { summary } from './bubble'
import { Glyph } from './glyphs'
import { brief, phoneText } from './time'
import { words } from './words'

interface Props {
  customers: CustomerView[]
  ready: boolean
  open: string | null
  onOpen(number: string): void
  onAdded(): void
}

/** The customers whose phones can be used, the latest conversation first. */
export function People({ customers, ready, open, onOpen, onAdded }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const sorted = [...customers].sort((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0) || a.name.localeCompare(b.name))
  const added = (number: string) => {
    dialog.current?.close()
    onAdded()
    onOpen(number)
  }
  return (
    <section className="people" aria-labelledby="people">
      <div className="heading">
        <h2 id="people">{words.customers}</h2>
        <button type="button" className="quiet" onClick={() => dialog.current?.showModal()}>
          <Glyph name="plus" size={16} /> {words.addCustomer}
        </button>
      </div>
      {ready && sorted.length === 0 && <p className="hint">{words.noCustomers}</p>}
      <ul>
        {sorted.map((customer) => (
          <li key={customer.number}>
            <button
              type="button"
              className="person"
              aria-current={customer.number === open}
              onClick={() => onOpen(customer.number)}
            >
              <Person customer={customer} />
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

function Person({ customer }: { customer: CustomerView }) {
  const { name, number, last, unread, typing } = customer
  const activity = typing[0] && (typing[0].state === 'recording' ? words.recording : words.typing)
  return (
    <>
      <Avatar customer={customer} />
      <span className="who">
        <b>{name}</b>
        <small className={activity ? 'active' : undefined}>
          {activity ?? (last ? summary(last) : phoneText(number))}
        </small>
      </span>
      <span className="when">
        {last && <small>{brief(last.at)}</small>}
        {unread > 0 && (
          <mark>
            {unread} <span className="unseen">{words.unread}</span>
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
      const { number } = await call('addCustomer', {
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
      <h2 id="add-title">{words.addCustomer}</h2>
      <label>
        {words.name}
        <input name="name" required maxLength={60} autoComplete="off" />
      </label>
      <label>
        {words.number}
        <input name="number" inputMode="tel" autoComplete="off" aria-describedby="number-hint" />
      </label>
      <small id="number-hint">{words.numberHint}</small>
      <label className="tick">
        <input type="checkbox" name="hidden" /> {words.hidden}
      </label>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div className="buttons">
        <button type="button" className="quiet" onClick={onCancel}>
          {words.cancel}
        </button>
        <button type="submit">{words.add}</button>
      </div>
    </form>
  )
}
