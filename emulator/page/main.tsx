import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CustomerList } from './customer-list'
import { Links } from './links'
import { Phone } from './phone'
import { locale, texts } from './texts'
import { useView } from './use-view'

/** Page with the list of phones on the left and the open phone on the right; a narrow screen shows one of the two. */
function Page() {
  const [open, setOpen] = useState<string | null>(null)
  const view = useView(open)
  const customer = view.customers.find(({ number }) => number === open)
  return (
    <div className={customer ? 'page has-phone' : 'page'}>
      <header className="strip">
        <h1>{texts.disclaimer}</h1>
      </header>
      <div className="columns">
        <aside className="side">
          <p className="brand">
            <b>{texts.title}</b>
            {texts.tagline}
          </p>
          <Links owners={view.owners} codes={view.codes} onLinked={view.refresh} />
          <CustomerList
            customers={view.customers}
            ready={view.ready}
            paused={view.paused}
            open={open}
            onOpen={setOpen}
            onAdded={view.refresh}
          />
        </aside>
        <main className="stage">
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
            <div className="placeholder">
              <h2>{texts.chooseTitle}</h2>
              <p>{texts.choose}</p>
            </div>
          )}
        </main>
      </div>
      {view.isDisconnected && (
        <p className="disconnected" role="alert">
          {texts.disconnected}
        </p>
      )}
    </div>
  )
}

document.documentElement.lang = locale
document.title = texts.title
createRoot(document.getElementById('page')!).render(<Page />)
