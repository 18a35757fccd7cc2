// In Next.js's own server, which is Node.
import { use } from '../../../use.js';

export const dynamic = 'force-dynamic';

export async function GET() {
  return Response.json(await use());
}
