from __future__ import annotations
import sys, time
from collections import Counter
import numpy as np
from scipy.stats import norm
from app.stats.shapes.trajectory import SeedOutcomes
from app.stats.shapes.verdict import shape_of

def truths(x):
    """name -> function(rng, n_seeds) -> seeds × sizes accuracies"""
    T=len(x)
    def same(f): return lambda r,S: np.tile(f,(S,1))
    d={}
    d["rising"]=same(.3+.4*x)
    d["ceiling"]=same(.95-.55*np.exp(-5*x))
    d["falling"]=same(.8-.1*x)
    for p in (.3,.6,.95): d[f"flat {p}"]=same(p+0*x)
    for a in (.05,.1,.2):
        d[f"osc2 {a}"]=lambda r,S,a=a: np.tile(.6+a*(-1)**(np.arange(T)+r.integers(2)),(S,1))
        d[f"osc3 {a}"]=lambda r,S,a=a: np.tile(.6+a*np.sin(2*np.pi*(np.arange(T)/3+r.random())),(S,1))
        d[f"own2 {a}"]=lambda r,S,a=a: .6+a*(-1)**(np.arange(T)+r.integers(2,size=(S,1)))
        d[f"own3 {a}"]=lambda r,S,a=a: .6+a*np.sin(2*np.pi*(np.arange(T)/3+r.random((S,1))))
        d[f"rise osc2 {a}"]=lambda r,S,a=a: np.tile(.4+.3*x+a*(-1)**(np.arange(T)+r.integers(2)),(S,1))
        d[f"sin2cyc {a}"]=lambda r,S,a=a: np.tile(.6+a*np.sin(4*np.pi*x+2*np.pi*r.random()),(S,1))
        d[f"own sin2cyc {a}"]=lambda r,S,a=a: .6+a*np.sin(4*np.pi*x+2*np.pi*r.random((S,1)))
    def jump(r,S):
        y=np.tile(.6+0*x,(S,1)); y[r.integers(S),r.integers(T)]-=.2; return y
    d["jump"]=jump
    d["step"]=lambda r,S: np.tile(.5+.2*(np.arange(T)>=r.integers(1,T)),(S,1))
    for dip in (.1,.2,.3):
        d[f"u {dip}"]=lambda r,S,dip=dip: np.tile(.75-dip*np.exp(-.5*((x-r.uniform(.35,.6))/r.uniform(.12,.22))**2),(S,1))
        d[f"uV {dip}"]=lambda r,S,dip=dip: np.tile(.75-dip*np.maximum(0,1-abs(x-.5)/.4),(S,1))
        d[f"uP {dip}"]=lambda r,S,dip=dip: np.tile(.75-dip*(1-(2*x-1)**2),(S,1))
        d[f"u rise {dip}"]=lambda r,S,dip=dip: np.tile(.6+.2*x-(dip+.05)*np.exp(-.5*((x-.45)/.18)**2),(S,1))
        d[f"u over {dip}"]=lambda r,S,dip=dip: np.tile(.6+.3*x*(x>.45)-dip*np.exp(-.5*((x-.45)/.18)**2),(S,1))
        d[f"u early {dip}"]=lambda r,S,dip=dip: np.tile(.75-dip*np.exp(-.5*((x-.25)/.14)**2),(S,1))
        d[f"uW {dip}"]=lambda r,S,dip=dip: np.tile(.75-dip*((x>.25)&(x<.75)),(S,1))
    return d

def ar(r,shape,T,rho):
    e=r.standard_normal((*shape,T)); 
    for t in range(1,T): e[...,t]=rho*e[...,t-1]+np.sqrt(1-rho**2)*e[...,t]
    return e

def draw(acc,n,r,style):
    S,T=acc.shape
    if style=="real":
        run=.04*ar(r,(S,),T,.8)+.05*r.standard_normal((S,T))
        z=np.sqrt(.5)*r.standard_normal((S,n,1))+np.sqrt(.45)*ar(r,(S,n),T,.92)+np.sqrt(.05)*r.standard_normal((S,n,T))
        return (z<(norm.ppf(np.clip(acc,.01,.99))+run)[:,None,:]).astype(float)
    if style=="beta":  # items redrawn at each size, beta difficulty
        run=.02*r.standard_normal((S,T))
        k=3.; logit=np.log(np.clip(acc+run,.02,.98)/(1-np.clip(acc+run,.02,.98)))
        b=1.3*r.standard_normal((S,n,1)); p=1/(1+np.exp(-(logit[:,None,:]*1.25+b)))
        return (r.random((S,n,T))<p).astype(float)
    if style=="bern":
        return (r.random((S,n,T))<acc[:,None,:]).astype(float)

if __name__=="__main__":
    N=int(sys.argv[1]); style=sys.argv[2]; only=sys.argv[3] if len(sys.argv)>3 else ""
    ns=tuple(map(int,sys.argv[4].split(","))) if len(sys.argv)>4 else (30,60,150,600)
    for S in (1,5):
        for T in (6,10):
            x=np.linspace(0,1,T)
            print("---",S,"seeds",T,"sizes",style)
            for name,f in truths(x).items():
                if only and not name.startswith(only): continue
                out=[]
                for n in ns:
                    r=np.random.default_rng(hash((S,T,n))%2**32)
                    c=Counter()
                    for _ in range(N):
                        y=draw(f(r,S),n,r,style)
                        c[shape_of([SeedOutcomes(np.arange(n)+s*n,y[s]) for s in range(S)]).word]+=1
                    out.append(f"n{n}: "+" ".join(f"{k[:3]}{100*v/N:.0f}" for k,v in sorted(c.items(),key=lambda kv:-kv[1])))
                print(f"{name:14s}"," | ".join(f"{o:34s}" for o in out),flush=True)
