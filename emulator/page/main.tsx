import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Links } from './links'
import { useView } from './live'
import { People } from './people'
import { Phone } from './phone'
import { locale, words } from './words'

/** The page: whose phones there are on the left, the phone in hand on the right; on a small screen one of the two. */
function Page() {
  const [open, setOpen] = useState<string | null>(null)
  const view = useView(open)
  const customer = view.customers.find(({ number }) => number === open)
  return (
    <div className={customer ? 'page has-phone' : 'page'}>
      <header className="strip">
        <h1>{words.safe}</h1>
      </header>
      <div className="room">
        <aside className="side">
          <p className="brand">
            <b>{words.title}</b>
            {words.tagline}
          </p>
          <Links owners={view.owners} codes={view.codes} onLinked={view.refresh} />
          <People customers={view.customers} ready={view.ready} open={open} onOpen={setOpen} onAdded={view.refresh} />
        </aside>
        <main className="desk">
          {customer ? (
            <Phone
              key={customer.number}
              customer={customer}
              owners={view.owners}
              thread={view.thread}
              onBack={() => setOpen(null)}
              onChange={view.refresh}
            />
          ) : (
            <div className="nothing">
              <h2>{words.chooseTitle}</h2>
              <p>{words.choose}</p>
            </div>
          )}
        </main>
      </div>
      {view.lost && (
        <p className="lost" role="alert">
          {words.lost}
        </p>
      )}
    </div>
  )
}

document.documentElement.lang = locale
document.title = words.title
createRoot(document.getElementById('page')!).render(<Page />)
