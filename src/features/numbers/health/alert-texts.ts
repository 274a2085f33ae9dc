import { localTime } from '../../../core/time'
import type { AlertKind, Language } from '../../../shared/enums'

interface AlertFacts {
  kind: AlertKind
  /** Name of the connection. */
  name: string
  since: string
  until: string | null
}

interface AlertText {
  title: string
  body: string
}

/** Title and sentence of an alert, with times in the company's time zone. */
export function alertText(language: Language, timeZone: string, { kind, name, since, until }: AlertFacts): AlertText {
  const { title, body } = texts[language][kind]
  const time = kind === 'down' || kind === 'up' ? since : until
  return { title: title(name), body: body(time && localTime(timeZone, time)) }
}

/** E-mail about an alert, addressed to the person. */
export function alertMail(language: Language, timeZone: string, person: string, alert: AlertFacts) {
  const { title, body } = alertText(language, timeZone, alert)
  const { hello, where, off } = frames[language]
  return { subject: title, text: `${hello(person)}\n\n${title}. ${body}\n\n${where}\n\n${off}\n` }
}

type Texts = Record<AlertKind, { title: (name: string) => string; body: (time: string | null) => string }>

const texts: Record<Language, Texts> = {
  pt: {
    down: {
      title: (name) => `${name} está fora do ar`,
      body: (time) => `Sem conexão com o WhatsApp desde ${time}. As mensagens esperam e saem quando o número voltar.`,
    },
    up: { title: (name) => `${name} voltou`, body: (time) => `Conectado de novo. Estava fora do ar desde ${time}.` },
    timeLock: {
      title: (name) => `O WhatsApp restringiu ${name}`,
      body: (time) =>
        `O número não pode começar conversas${time ? ` até ${time}` : ' por enquanto'}. Responder a quem escreve continua possível; as campanhas esperam sozinhas.`,
    },
    quota: {
      title: (name) => `${name} usou todas as conversas novas`,
      body: (time) =>
        `O WhatsApp não deixa começar outras neste ciclo${time ? `, que termina em ${time}` : ''}. Responder a quem escreve continua possível; as campanhas esperam sozinhas.`,
    },
    refused: {
      title: (name) => `O WhatsApp recusou uma conversa nova de ${name}`,
      body: (time) =>
        `O número não deve começar conversas antes de ${time}: cada tentativa piora a situação. Uma campanha que recebe essa recusa para. Responder a quem escreve continua possível.`,
    },
  },
  en: {
    down: {
      title: (name) => `${name} is down`,
      body: (time) => `No connection to WhatsApp since ${time}. Messages wait and are sent when the number is back.`,
    },
    up: { title: (name) => `${name} is back`, body: (time) => `Connected again. It was down since ${time}.` },
    timeLock: {
      title: (name) => `WhatsApp has restricted ${name}`,
      body: (time) =>
        `The number cannot begin conversations${time ? ` until ${time}` : ' for now'}. Answering those who write is still possible; campaigns wait by themselves.`,
    },
    quota: {
      title: (name) => `${name} has used all new conversations`,
      body: (time) =>
        `WhatsApp lets it begin no others in this cycle${time ? `, which ends at ${time}` : ''}. Answering those who write is still possible; campaigns wait by themselves.`,
    },
    refused: {
      title: (name) => `WhatsApp refused a new conversation of ${name}`,
      body: (time) =>
        `The number should not begin conversations before ${time}: each attempt makes it worse. A campaign that gets this refusal stops. Answering those who write is still possible.`,
    },
  },
  es: {
    down: {
      title: (name) => `${name} está fuera de servicio`,
      body: (time) => `Sin conexión con WhatsApp desde ${time}. Los mensajes esperan y salen cuando el número vuelva.`,
    },
    up: {
      title: (name) => `${name} volvió`,
      body: (time) => `Conectado de nuevo. Estaba fuera de servicio desde ${time}.`,
    },
    timeLock: {
      title: (name) => `WhatsApp restringió ${name}`,
      body: (time) =>
        `El número no puede comenzar conversaciones${time ? ` hasta ${time}` : ' por ahora'}. Responder a quien escribe sigue siendo posible; las campañas esperan solas.`,
    },
    quota: {
      title: (name) => `${name} usó todas las conversaciones nuevas`,
      body: (time) =>
        `WhatsApp no deja comenzar otras en este ciclo${time ? `, que termina el ${time}` : ''}. Responder a quien escribe sigue siendo posible; las campañas esperan solas.`,
    },
    refused: {
      title: (name) => `WhatsApp rechazó una conversación nueva de ${name}`,
      body: (time) =>
        `El número no debe comenzar conversaciones antes de ${time}: cada intento empeora la situación. Una campaña que recibe este rechazo se detiene. Responder a quien escribe sigue siendo posible.`,
    },
  },
}

const frames: Record<Language, { hello: (name: string) => string; where: string; off: string }> = {
  pt: {
    hello: (name) => `Olá, ${name},`,
    where: 'Veja a situação do número em Conexões, no botão Saúde.',
    off: 'Para não receber estes avisos por e-mail, desligue-os no seu perfil.',
  },
  en: {
    hello: (name) => `Hello ${name},`,
    where: 'See the state of the number in Connections, with the button Health.',
    off: 'To receive no such alerts by e-mail, switch them off in your profile.',
  },
  es: {
    hello: (name) => `Hola, ${name}:`,
    where: 'Vea la situación del número en Conexiones, con el botón Salud.',
    off: 'Para no recibir estos avisos por correo, desactívelos en su perfil.',
  },
}
