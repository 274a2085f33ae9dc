import type { Language, MediaType, Origin } from '../../../../shared/enums'

interface DocumentTexts {
  file: string
  title: string
  lead: string
  made: string
  person: string
  name: string
  number: string
  email: string
  since: string
  earlier: string
  conversations: string
  conversation: string
  noConversations: string
  opened: string
  connection: string
  queue: string
  agent: string
  tags: string
  notes: string
  deleted: string
  edited: string
  missing: string
  planned: string
  campaigns: string
  optOut: string
  lists: string
  all: string
  allLead: string
  kinds: Partial<Record<MediaType, string>>
  origins: Partial<Record<Origin, string>>
}

/** Texts of the document in a contact's export. */
export const documentTexts: Record<Language, DocumentTexts> = {
  pt: {
    file: 'dados-pessoais.html',
    title: 'Dados pessoais de {name}',
    lead: 'Cópia dos dados que {company} guarda sobre esta pessoa.',
    made: 'Feita em {time}, horário de {zone}. Todos os horários são desse fuso.',
    person: 'Cadastro',
    name: 'Nome',
    number: 'Telefone',
    email: 'E-mail',
    since: 'Cadastro desde',
    earlier: 'Outros números',
    conversations: 'Atendimentos',
    conversation: 'Atendimento nº {id}',
    noConversations: 'Nenhum atendimento.',
    opened: 'Aberto em',
    connection: 'Conexão',
    queue: 'Setor',
    agent: 'Atendente',
    tags: 'Etiquetas',
    notes: 'Notas internas da equipe',
    deleted: 'apagada',
    edited: 'editada',
    missing: 'arquivo não disponível',
    planned: 'Mensagens agendadas',
    campaigns: 'Mensagens de campanhas',
    optOut: 'Pedido de não receber campanhas',
    lists: 'Listas de contatos',
    all: 'Todos os dados em formato técnico',
    allLead: 'A pasta json tem os mesmos dados e os demais registros em formato estruturado, para outros sistemas.',
    kinds: {
      image: 'Imagem',
      audio: 'Áudio',
      video: 'Vídeo',
      application: 'Documento',
      sticker: 'Figurinha',
      locationMessage: 'Localização',
      contactMessage: 'Contato',
      call_log: 'Chamada',
      unsupported: 'Mensagem sem suporte',
    },
    origins: {
      phone: 'Celular da empresa',
      bot: 'Robô',
      integration: 'Integração',
      flow: 'Fluxo',
      schedule: 'Mensagem agendada',
      campaign: 'Campanha',
      api: 'API',
      system: 'Sistema',
    },
  },
  en: {
    file: 'personal-data.html',
    title: 'Personal data of {name}',
    lead: 'Copy of the data that {company} keeps about this person.',
    made: 'Made on {time}, time zone {zone}. All times are of this zone.',
    person: 'Contact',
    name: 'Name',
    number: 'Phone',
    email: 'E-mail',
    since: 'Contact since',
    earlier: 'Other numbers',
    conversations: 'Tickets',
    conversation: 'Ticket no. {id}',
    noConversations: 'No tickets.',
    opened: 'Opened on',
    connection: 'Connection',
    queue: 'Queue',
    agent: 'Agent',
    tags: 'Tags',
    notes: 'Internal notes of the team',
    deleted: 'deleted',
    edited: 'edited',
    missing: 'file not available',
    planned: 'Scheduled messages',
    campaigns: 'Campaign messages',
    optOut: 'Request to receive no campaigns',
    lists: 'Contact lists',
    all: 'All data in a technical format',
    allLead: 'The folder json has the same data and the other records in a structured format, for other systems.',
    kinds: {
      image: 'Image',
      audio: 'Audio',
      video: 'Video',
      application: 'Document',
      sticker: 'Sticker',
      locationMessage: 'Location',
      contactMessage: 'Contact',
      call_log: 'Call',
      unsupported: 'Unsupported message',
    },
    origins: {
      phone: 'Phone of the company',
      bot: 'Robot',
      integration: 'Integration',
      flow: 'Flow',
      schedule: 'Scheduled message',
      campaign: 'Campaign',
      api: 'API',
      system: 'System',
    },
  },
  es: {
    file: 'datos-personales.html',
    title: 'Datos personales de {name}',
    lead: 'Copia de los datos que {company} guarda sobre esta persona.',
    made: 'Hecha el {time}, horario de {zone}. Todas las horas son de esa zona.',
    person: 'Contacto',
    name: 'Nombre',
    number: 'Teléfono',
    email: 'Correo electrónico',
    since: 'Contacto desde',
    earlier: 'Otros números',
    conversations: 'Conversaciones',
    conversation: 'Conversación n.º {id}',
    noConversations: 'Ninguna conversación.',
    opened: 'Abierta el',
    connection: 'Conexión',
    queue: 'Sector',
    agent: 'Agente',
    tags: 'Etiquetas',
    notes: 'Notas internas del equipo',
    deleted: 'eliminado',
    edited: 'editado',
    missing: 'archivo no disponible',
    planned: 'Mensajes programados',
    campaigns: 'Mensajes de campañas',
    optOut: 'Solicitud de no recibir campañas',
    lists: 'Listas de contactos',
    all: 'Todos los datos en formato técnico',
    allLead:
      'La carpeta json tiene los mismos datos y los demás registros en formato estructurado, para otros sistemas.',
    kinds: {
      image: 'Imagen',
      audio: 'Audio',
      video: 'Video',
      application: 'Documento',
      sticker: 'Sticker',
      locationMessage: 'Ubicación',
      contactMessage: 'Contacto',
      call_log: 'Llamada',
      unsupported: 'Mensaje no compatible',
    },
    origins: {
      phone: 'Celular de la empresa',
      bot: 'Robot',
      integration: 'Integración',
      flow: 'Flujo',
      schedule: 'Mensaje programado',
      campaign: 'Campaña',
      api: 'API',
      system: 'Sistema',
    },
  },
}
