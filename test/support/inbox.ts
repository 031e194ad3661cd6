import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../local/ports';
import { built } from '../../local/programs';
import { createMailer } from '../../providers/mail/create-mailer';
import { eventually } from './eventually';

/** A mail in the stand-in's inbox. */
interface ReceivedMail {
  to: string[];
  from: string;
  subject: string;
  html: string;
  text: string;
}

const API_KEY = 're_local';

/** Starts the mail stand-in in its own process, with an empty inbox and the product's client for it. */
export async function startInbox() {
  const child = spawn(process.execPath, [built('stand-ins/mail/main')], {
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { listening: url } = JSON.parse(line.toString()) as { listening: string };
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(url + path, { headers: { authorization: `Bearer ${API_KEY}` } })).json()) as T;
  const mailsTo = async (to: string) => {
    const { data } = await get<{ data: { id: string; to: string[] }[] }>('/emails?limit=100');
    const ids = data.filter((mail) => mail.to.includes(to)).map(({ id }) => id);
    return Promise.all(ids.map((id) => get<ReceivedMail>(`/emails/${id}`)));
  };
  return {
    url,
    mailer: createMailer({ apiKey: API_KEY, baseUrl: url, from: 'Tests <hello@example.com>' }),
    mailsTo,
    /** Waits until more mails than `seen` with `subject` in theirs went to an address, and gives the latest. */
    mailTo: (to: string, subject: string, seen = 0) =>
      eventually(`a mail "${subject}" to ${to}`, async () => {
        const mails = (await mailsTo(to)).filter((mail) => mail.subject.includes(subject));
        return mails.length > seen && mails.at(-1);
      }),
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export type Inbox = Awaited<ReturnType<typeof startInbox>>;
