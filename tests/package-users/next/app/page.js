'use client';
import { useEffect, useState } from 'react';
import { use } from '../use.js';
import 'outpost-rbc/embed';

export default function Page() {
  const [result, setResult] = useState(null);
  useEffect(() => {
    use().then(setResult, (error) => setResult({ error: String(error) }));
  }, []);
  useEffect(() => {
    if (result) document.body.dataset.result = JSON.stringify(result);
  }, [result]);
  return <outpost-board caption="The start position." />;
}
