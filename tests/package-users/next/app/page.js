'use client';
import { useEffect, useState } from 'react';
import { use } from '../use.js';

export default function Page() {
  const [result, setResult] = useState(null);
  useEffect(() => {
    use().then(setResult, (error) => setResult({ error: String(error) }));
  }, []);
  useEffect(() => {
    // After React has taken over what the server rendered, as elements draw themselves once they are defined.
    import('outpost-rbc/embed');
  }, []);
  useEffect(() => {
    if (result) document.body.dataset.result = JSON.stringify(result);
  }, [result]);
  return <outpost-board caption="The start position." />;
}
